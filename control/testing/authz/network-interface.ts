// Authorization test cases for network interfaces.
import type { networkInterface as operations } from '#contract/network-interface.ts'
import type { networkInterfaceHotplug } from '#contract/network-interface-hotplug.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { makeInstance } from './instance.ts'
import { naming } from './vpc.ts'

/** New instances have an interface in the default subnet. */
async function make(w: Prepared): Promise<Named> {
  const instance = await makeInstance(w)
  return must(w.owner, 'GET', `/v1/network-interfaces/net0?instance=${instance.id}`)
}

async function withoutInterface(w: Prepared): Promise<Named> {
  const instance = await makeInstance(w)
  await must(w.owner, 'DELETE', `/v1/network-interfaces/net0?instance=${instance.id}`)
  return instance
}

const of = (_: Prepared, made: Named) => ({
  query: { instance: made.id },
  hidden: `instance with id "${made.id}"`,
})
const at = (_: Prepared, made: Named) => ({
  path: { interface: made.id },
  hidden: `instance-network-interface with id "${made.id}"`,
})
const inside = (_: Prepared, made: Named) => ({
  path: { instance: made.id },
  hidden: `instance with id "${made.id}"`,
})
const place = { vpc_name: 'default', subnet_name: 'default' }

export const networkInterface: Cases<keyof typeof operations | keyof typeof networkInterfaceHotplug> = {
  instance_network_interface_list: row({ rule: inProject('viewer'), make: makeInstance, call: of }),
  instance_network_interface_create: row({
    rule: inProject('collaborator'),
    make: withoutInterface,
    call: (w, made) => ({ ...of(w, made), body: { ...naming(w), ...place } }),
  }),
  instance_network_interface_view: row({ rule: inProject('viewer'), make, call: at }),
  instance_network_interface_update: row({
    rule: inProject('collaborator'),
    make,
    call: (w, made) => ({ ...at(w, made), body: { description: w.fresh() } }),
  }),
  instance_network_interface_delete: row({ rule: inProject('collaborator'), make, call: at }),
  instance_network_interface_hot_list: row({ rule: inProject('viewer'), make: makeInstance, call: inside }),
  instance_network_interface_hot_attach: row({
    rule: inProject('collaborator'),
    make: withoutInterface,
    call: (w, made) => ({ ...inside(w, made), body: { ...naming(w), ...place } }),
  }),
  instance_network_interface_hot_detach: row({
    rule: inProject('collaborator'),
    make: makeInstance,
    call: (w, made) => ({ ...inside(w, made), path: { instance: made.id, interface: 'net0' } }),
  }),
}
