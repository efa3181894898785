// Floating IPs: named external addresses that outlive the instance they point to.
import { z } from 'zod'
import { byNameOrId, inProject, list, type Operations } from './define.ts'
import { NameOrId, identity, ip, maybe, naming, renaming, uuid } from './values.ts'

export const FloatingIp = z.object({
  ...identity,
  instance_id: maybe(uuid),
  ip,
  ip_pool_id: uuid,
  project_id: uuid,
})

export const FloatingIpParentKind = z.literal('instance')
export const FloatingIpAttach = z.object({ kind: FloatingIpParentKind, parent: NameOrId })
export const FloatingIpCreate = z.object({ ...naming, ip: maybe(ip), pool: maybe(NameOrId) })
export const FloatingIpUpdate = z.object(renaming)

const at = { path: { floating_ip: NameOrId }, query: inProject }

export const floatingIp = {
  floating_ip_list: list(FloatingIp, byNameOrId, { first: { project: NameOrId } }),
  floating_ip_create: { query: { project: NameOrId }, body: FloatingIpCreate, status: 201, answer: FloatingIp },
  floating_ip_view: { ...at, status: 200, answer: FloatingIp },
  floating_ip_update: { ...at, body: FloatingIpUpdate, status: 200, answer: FloatingIp },
  floating_ip_delete: { ...at, status: 204 },
  floating_ip_attach: { ...at, body: FloatingIpAttach, status: 202, answer: FloatingIp },
  floating_ip_detach: { ...at, status: 202, answer: FloatingIp },
} satisfies Operations<'floating_ip'>
