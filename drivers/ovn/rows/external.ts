// External networks. Their switch is shared by all VPCs with addresses there; each VPC's router has a port on it, which one of the hosts
// carries at a time.
import type { ExternalNetwork, NetworkExternalIp, VpcNetwork } from '../../network.ts'
import { addressOf, isIpv4, prefixOf } from '../ipv4.ts'
import {
  externalPeerName,
  externalPortKey,
  externalPortName,
  externalSwitchName,
  localnetName,
  macOf,
} from '../names.ts'
import type { Ref, WantedRow } from '../row.ts'

export const LOCALNET = 'localnet'

/** The switch itself, without the ports of VPCs. */
export function externalRows({ id, physical_network, vlan, prefix }: ExternalNetwork): WantedRow[] {
  const localnet = localnetName(id)
  return [
    {
      table: 'Logical_Switch',
      key: 'switch',
      columns: { name: externalSwitchName(id), acls: [{ table: 'ACL', key: 'sources' }] },
    },
    {
      table: 'Logical_Switch_Port',
      key: LOCALNET,
      columns: {
        name: localnet,
        type: 'localnet',
        addresses: ['unknown'],
        options: { network_name: physical_network },
        ...(vlan !== null && { tag: vlan }),
      },
    },
    // what a gateway has no address for would leave from its private one
    {
      table: 'ACL',
      key: 'sources',
      columns: {
        direction: 'from-lport',
        priority: 1000,
        match: `inport != "${localnet}" && ip4 && ip4.src != ${prefix}`,
        action: 'drop',
      },
    },
  ]
}

export interface Attachment {
  network: ExternalNetwork
  /** Name and reference of the router's port. */
  port: string
  portRef: Ref
  /** The address of the router itself, for asking who has the next hop. */
  ip: string
}

/** The external networks that a VPC has addresses in, and that some host carries. */
export function attachmentsOf(vpc: VpcNetwork): Attachment[] {
  return vpc.external_networks.flatMap((network) => {
    const [first] = vpc.external_ips.filter((ip) => isIn(network, ip)).sort(byUse)
    if (!first || network.hosts.length === 0) return []
    const portRef = { table: 'Logical_Router_Port', key: `external-port:${network.id}` }
    return [{ network, port: externalPortName(vpc.id, network.id), portRef, ip: first.ip }]
  })
}

export const isIn = ({ pool_ids }: ExternalNetwork, { ip, ip_pool_id }: NetworkExternalIp) =>
  isIpv4(ip) && pool_ids.includes(ip_pool_id)

/** The router answers pings to its own address, so it is a shared one if possible. */
const byUse = (a: NetworkExternalIp, b: NetworkExternalIp) =>
  Number(b.kind === 'snat') - Number(a.kind === 'snat') || addressOf(a.ip) - addressOf(b.ip)

/** The VPC's part. */
export function attachmentRows(vpc: VpcNetwork, { network, port, portRef, ip }: Attachment): WantedRow[] {
  const { id, hosts, prefix } = network
  const gateways = hosts.map((host, at): WantedRow => ({
    table: 'Gateway_Chassis',
    key: `gateway:${id}:${host}`,
    columns: { name: `${port}-${host}`, chassis_name: host, priority: hosts.length - at },
  }))
  return [
    ...gateways,
    {
      ...portRef,
      columns: {
        name: port,
        mac: macOf(port),
        networks: [`${ip}/${prefixOf(prefix).width}`],
        gateway_chassis: gateways.map(({ table, key }) => ({ table, key })),
      },
    },
    {
      table: 'Logical_Switch_Port',
      key: externalPortKey(id),
      columns: {
        name: externalPeerName(vpc.id, id),
        type: 'router',
        addresses: ['router'],
        // announces where its addresses are, also when another host takes over
        options: { 'router-port': port, 'nat-addresses': 'router' },
      },
    },
  ]
}
