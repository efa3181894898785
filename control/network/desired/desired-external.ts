// The networks outside that a VPC has addresses in, or gateways to.
import type { ExternalNetwork } from '#drivers/network.ts'
import type { Queries } from '../../db/database.ts'

/** Each with those of these pools that live there: others of its pools do not matter to the VPC. */
export async function externalNetworksOf(db: Queries, poolIds: ReadonlySet<string>): Promise<ExternalNetwork[]> {
  if (poolIds.size === 0) return []
  const pools = await db
    .selectFrom('ip_pool')
    .innerJoin('external_network', 'external_network.id', 'ip_pool.external_network_id')
    .select(['external_network.id', 'external_network.name', 'physical_network', 'vlan', 'prefix', 'next_hop'])
    .select(['dns_servers', 'hosts', 'ip_pool.id as pool_id'])
    .where('ip_pool.id', 'in', [...poolIds])
    .orderBy('external_network.id')
    .orderBy('ip_pool.id')
    .execute()
  const networks = new Map<string, ExternalNetwork>()
  for (const { pool_id, ...network } of pools)
    networks.set(network.id, { ...network, pool_ids: [...(networks.get(network.id)?.pool_ids ?? []), pool_id] })
  return [...networks.values()]
}
