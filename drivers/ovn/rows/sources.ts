// The external address that an interface's traffic leaves from.
import type { ExternalNetwork, GatewayNode, NetworkExternalIp, NetworkInterface, VpcNetwork } from '../../network.ts'
import { isIn } from './external.ts'

export interface Source {
  network: ExternalNetwork
  /** Undefined: the gateway serves none of its addresses, so that only replies get out. */
  ip: string | undefined
}

const RANK = { floating: 0, ephemeral: 1, snat: 2 }

/** Finds the source address of an interface at one gateway. Undefined if nothing of the interface can leave. */
export type SourceOf = (nic: NetworkInterface, gateway: GatewayNode) => Source | undefined

/** The best of an instance's addresses that the gateway serves. The reachability check has the same order. */
export function sourcesOf(vpc: VpcNetwork): SourceOf {
  const addresses = new Map<string, NetworkExternalIp[]>()
  for (const one of [...vpc.external_ips].sort(byPreference))
    addresses.set(one.instance_id, [...(addresses.get(one.instance_id) ?? []), one])
  return (nic, gateway) => (nic.primary ? best(vpc, addresses.get(nic.instance_id) ?? [], gateway) : undefined)
}

function best(vpc: VpcNetwork, own: readonly NetworkExternalIp[], gateway: GatewayNode): Source | undefined {
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
