// VPCs: private networks.
import { z } from 'zod'
import { byNameOrId, inProject, list, type Operations } from './define.ts'
import { Ipv6Net, Name, NameOrId, identity, maybe, naming, renaming, uuid } from './values.ts'

export const Vpc = z.object({
  ...identity,
  dns_name: Name,
  ipv6_prefix: Ipv6Net,
  project_id: uuid,
  system_router_id: uuid,
})

export const VpcCreate = z.object({ ...naming, dns_name: Name, ipv6_prefix: maybe(Ipv6Net) })
export const VpcUpdate = z.object({ ...renaming, dns_name: maybe(Name) })

const at = { path: { vpc: NameOrId }, query: inProject }

export const vpc = {
  vpc_list: list(Vpc, byNameOrId, { first: { project: NameOrId } }),
  vpc_create: { query: { project: NameOrId }, body: VpcCreate, status: 201, answer: Vpc },
  vpc_view: { ...at, status: 200, answer: Vpc },
  vpc_update: { ...at, body: VpcUpdate, status: 200, answer: Vpc },
  vpc_delete: { ...at, status: 204 },
} satisfies Operations<'vpc'>
