// External IPs of an instance.
import { z } from 'zod'
import { inProject, page, type Operations } from './define.ts'
import { NameOrId, identity, ip, maybe, uuid } from './values.ts'

export const EphemeralIpCreate = z.object({ pool: maybe(NameOrId) })
export const ExternalIp = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ephemeral'), ip }),
  z.object({
    ...identity,
    kind: z.literal('floating'),
    instance_id: maybe(uuid),
    ip,
    ip_pool_id: uuid,
    project_id: uuid,
  }),
])

export const ExternalIpCreate = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ephemeral'), pool: maybe(NameOrId) }),
  z.object({ type: z.literal('floating'), floating_ip: NameOrId }),
])

const at = { path: { instance: NameOrId }, query: inProject }

export const externalIp = {
  instance_external_ip_list: { ...at, status: 200, answer: page(ExternalIp) },
  instance_ephemeral_ip_attach: { ...at, body: EphemeralIpCreate, status: 202, answer: ExternalIp },
  instance_ephemeral_ip_detach: { ...at, status: 204 },
} satisfies Operations<'external_ip'>
