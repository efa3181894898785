// Authorization test cases for hosts.
import type { hostSetup } from '#contract/host-setup.ts'
import type { host as operations } from '#contract/host.ts'
import { row, type Cases } from '../authz-row.ts'
import { anyone, fleetThing, onFleet } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { keyOf } from '../hosts.ts'

const { fingerprint } = keyOf('A')

const makeHost = (w: Prepared): Promise<Named> =>
  must(w.operator, 'POST', '/rackwright/hosts', { address: `${w.fresh('host')}.test` })

async function makeTrusted(w: Prepared): Promise<Named> {
  const { id } = await makeHost(w)
  return must(w.operator, 'POST', `/rackwright/hosts/${id}/trust`, { fingerprint })
}

const at = (_: Prepared, { id }: Named) => ({ path: { host: id }, hidden: `host with id "${id}"` })

export const host: Cases<keyof typeof operations | keyof typeof hostSetup> = {
  host_list: row({ rule: onFleet('admin'), call: () => ({}) }),
  host_create: row({ rule: onFleet('admin'), call: (w) => ({ body: { address: `${w.fresh('host')}.test` } }) }),
  host_view: row({ rule: fleetThing('admin'), make: makeHost, call: at }),
  host_trust: row({
    rule: fleetThing('admin'),
    make: makeHost,
    call: (w, made) => ({ ...at(w, made), body: { fingerprint } }),
  }),
  host_check: row({ rule: fleetThing('admin'), make: makeTrusted, call: at }),
  host_delete: row({ rule: fleetThing('admin'), make: makeHost, call: at }),
  host_setup_script: row({ rule: anyone, call: () => ({}) }),
  host_setup_view: row({ rule: onFleet('admin'), call: () => ({}) }),
  host_setup_update: row({ rule: onFleet('admin'), call: () => ({ body: { from: [], network_database: null } }) }),
}
