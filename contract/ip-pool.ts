// IP pools, for operators and for silos.
import { z } from 'zod'
import { parseIp } from './ip.ts'
import { byId, byNameOrId, list, unsorted, type Operations } from './define.ts'
import { NameOrId, identity, ipv4, ipv6, naming, renaming, timestamp, uint128, uint32, uuid } from './values.ts'

export const IpPool = z.object(identity)
export const IpPoolCreate = z.object(naming)
export const IpPoolLinkSilo = z.object({ is_default: z.boolean(), silo: NameOrId })

const isAscending = ({ first, last }: { first: string; last: string }) =>
  (parseIp(first)?.value ?? 0n) <= (parseIp(last)?.value ?? 0n)
const descending = 'IP address ranges must be non-decreasing'

export const Ipv4Range = z.object({ first: ipv4, last: ipv4 }).refine(isAscending, descending)
export const Ipv6Range = z.object({ first: ipv6, last: ipv6 }).refine(isAscending, descending)
export const IpRange = z.union([Ipv4Range, Ipv6Range])
export const IpPoolRange = z.object({
  id: uuid,
  ip_pool_id: uuid,
  range: IpRange,
  time_created: timestamp,
})

export const IpPoolSiloLink = z.object({ ip_pool_id: uuid, is_default: z.boolean(), silo_id: uuid })
export const IpPoolSiloUpdate = z.object({ is_default: z.boolean() })
export const IpPoolUpdate = z.object(renaming)
export const Ipv4Utilization = z.object({ allocated: uint32, capacity: uint32 })
export const Ipv6Utilization = z.object({ allocated: uint128, capacity: uint128 })
export const IpPoolUtilization = z.object({ ipv4: Ipv4Utilization, ipv6: Ipv6Utilization })
export const SiloIpPool = z.object({ ...identity, is_default: z.boolean() })

const at = { path: { pool: NameOrId } }
const atSilo = { path: { pool: NameOrId, silo: NameOrId } }

export const ipPool = {
  project_ip_pool_list: list(SiloIpPool, byNameOrId),
  project_ip_pool_view: { ...at, status: 200, answer: SiloIpPool },
  ip_pool_list: list(IpPool, byNameOrId),
  ip_pool_create: { body: IpPoolCreate, status: 201, answer: IpPool },
  ip_pool_service_view: { status: 200, answer: IpPool },
  ip_pool_service_range_list: list(IpPoolRange, unsorted),
  ip_pool_service_range_add: { body: IpRange, status: 201, answer: IpPoolRange },
  ip_pool_service_range_remove: { body: IpRange, status: 204 },
  ip_pool_view: { ...at, status: 200, answer: IpPool },
  ip_pool_update: { ...at, body: IpPoolUpdate, status: 200, answer: IpPool },
  ip_pool_delete: { ...at, status: 204 },
  ip_pool_range_list: list(IpPoolRange, unsorted, at),
  ip_pool_range_add: { ...at, body: IpRange, status: 201, answer: IpPoolRange },
  ip_pool_range_remove: { ...at, body: IpRange, status: 204 },
  ip_pool_silo_list: list(IpPoolSiloLink, byId, at),
  ip_pool_silo_link: { ...at, body: IpPoolLinkSilo, status: 201, answer: IpPoolSiloLink },
  ip_pool_silo_update: { ...atSilo, body: IpPoolSiloUpdate, status: 200, answer: IpPoolSiloLink },
  ip_pool_silo_unlink: { ...atSilo, status: 204 },
  ip_pool_utilization_view: { ...at, status: 200, answer: IpPoolUtilization },
  silo_ip_pool_list: list(SiloIpPool, byNameOrId, { path: { silo: NameOrId } }),
} satisfies Operations<'ip_pool'>
