// Authorization test cases for external IPs.
import type { externalIp as operations } from '#contract/external-ip.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { atInstance, makeInstance } from './instance.ts'

async function makeReachable(w: Prepared): Promise<Named> {
  const instance = await makeInstance(w)
  await must(w.owner, 'POST', `/v1/instances/${instance.id}/external-ips/ephemeral`, {})
  return instance
}

export const externalIp: Cases<keyof typeof operations> = {
  instance_external_ip_list: row({
    rule: inProject('viewer'),
    make: makeInstance,
    call: (_, made) => atInstance(made),
  }),
  instance_ephemeral_ip_attach: row({
    rule: inProject('collaborator'),
    make: makeInstance,
    call: (_, made) => ({ ...atInstance(made), body: {} }),
  }),
  instance_ephemeral_ip_detach: row({
    rule: inProject('collaborator'),
    make: makeReachable,
    call: (_, made) => atInstance(made),
  }),
}
