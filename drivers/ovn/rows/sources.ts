// The external address that an interface's traffic leaves from.
import type { ExternalNetwork, GatewayNode, NetworkExternalIp, NetworkInterface, VpcNetwork } from '../../network.ts'
import { isIn } from './external.ts'

export interface Source {
  network: ExternalNetwork
  /** Undefined: the gateway serves none of its addresses, so that only replies get out. */
  ip: string | undefined
}

const RANK = { floating: 0, ephemeral: 1, snat: 2 }

/** Undefined if nothing of it can leave. The best of its addresses that the gateway serves; the reachability check has the same order. */
export function sourceOf(vpc: VpcNetwork, nic: NetworkInterface, gateway: GatewayNode): Source | undefined {
  if (!nic.primary) return undefined
  const own = vpc.external_ips.filter(({ instance_id }) => instance_id === nic.instance_id).sort(byPreference)
  const isServed = ({ ip, ip_pool_id }: NetworkExternalIp) =>
    gateway.pool_ids.includes(ip_pool_id) || gateway.addresses.includes(ip)
  const served = own.find((one) => isServed(one) && networkOf(vpc, one))
  const used = served ?? own.find((one) => one.kind !== 'snat' && networkOf(vpc, one))
  const network = used && networkOf(vpc, used)
  return network && { network, ip: served?.ip }
}

export const networkOf = ({ external_networks }: VpcNetwork, ip: NetworkExternalIp) =>
  external_networks.find((network) => isIn(network, ip) && network.hosts.length > 0)

const byPreference = (a: NetworkExternalIp, b: NetworkExternalIp) =>
  RANK[a.kind] - RANK[b.kind] || ((a.name ?? '') < (b.name ?? '') ? -1 : 1)
