// Authorization test cases for floating IPs.
import type { floatingIp as operations } from '#contract/floating-ip.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { makeInstance, withPool } from './instance.ts'
import { naming } from './vpc.ts'

async function make(w: Prepared): Promise<Named> {
  await withPool(w)
  return must(w.owner, 'POST', `/v1/floating-ips?project=${w.project.name}`, naming(w))
}

async function makeBoth(w: Prepared) {
  const instance = await makeInstance(w)
  return { instance, address: await make(w) }
}

const to = (instance: Named) => ({ kind: 'instance', parent: instance.id })

async function makeAttached(w: Prepared): Promise<Named> {
  const { instance, address } = await makeBoth(w)
  return must(w.owner, 'POST', `/v1/floating-ips/${address.id}/attach`, to(instance))
}

const inWeb = (w: Prepared) => ({
  query: { project: w.project.name },
  hidden: `project with name "${w.project.name}"`,
})
const at = (_: Prepared, made: Named) => ({
  path: { floating_ip: made.id },
  hidden: `floating-ip with id "${made.id}"`,
})

export const floatingIp: Cases<keyof typeof operations> = {
  floating_ip_list: row({ rule: inProject('viewer'), call: inWeb }),
  floating_ip_create: row({
    rule: inProject('collaborator'),
    make: withPool,
    call: (w) => ({ ...inWeb(w), body: naming(w) }),
  }),
  floating_ip_view: row({ rule: inProject('viewer'), make, call: at }),
  floating_ip_update: row({
    rule: inProject('collaborator'),
    make,
    call: (w, made) => ({ ...at(w, made), body: { name: w.fresh() } }),
  }),
  floating_ip_delete: row({ rule: inProject('collaborator'), make, call: at }),
  floating_ip_attach: row({
    rule: inProject('collaborator'),
    make: makeBoth,
    call: (w, { instance, address }) => ({ ...at(w, address), body: to(instance) }),
  }),
  floating_ip_detach: row({ rule: inProject('collaborator'), make: makeAttached, call: at }),
}
