// Subnets and interfaces: a switch per subnet with a port of the router, a port per interface, DHCP and names.
import type { NetworkInterface, NetworkSubnet, VpcNetwork } from '../../network.ts'
import { isIpv4, prefixOf } from '../ipv4.ts'
import { macOf, subnetPeerName, subnetPortName, switchName } from '../names.ts'
import { portKey, type Ref, type WantedRow } from '../row.ts'

const LEASE_SECONDS = 24 * 60 * 60

export const subnetPortRef = ({ id }: NetworkSubnet): Ref => ({
  table: 'Logical_Router_Port',
  key: `subnet-port:${id}`,
})
const DNS: Ref = { table: 'DNS', key: 'dns' }
/** Names that have no address of the kind that is asked for are answered too, instead of by the server outside. OVN 23.03 has no such option. */
const OWNED = { 'ovn-owned': 'true' }

export function subnetRows(vpc: VpcNetwork): WantedRow[] {
  const names = namesOf(vpc)
  const hasNames = Object.keys(names).length > 0
  const hostnames = new Map(vpc.machines.map(({ id, hostname }) => [id, hostname]))
  return [
    ...(hasNames ? [{ ...DNS, columns: { records: names, options: OWNED } }] : []),
    ...vpc.subnets.flatMap((subnet) => {
      const interfaces = vpc.interfaces.filter(({ subnet_id }) => subnet_id === subnet.id)
      return [
        ...switchRows(subnet, interfaces, hasNames),
        ...interfaces.flatMap((nic) => portRows(vpc, subnet, nic, hostnames.get(nic.instance_id))),
      ]
    }),
  ]
}

/** OVN answers for these. Questions for other names go on to the server that was asked. */
function namesOf({ machines, interfaces, dns_name }: VpcNetwork): Record<string, string> {
  const primary = new Map(interfaces.filter((nic) => nic.primary).map((nic) => [nic.instance_id, nic.ip]))
  const records = machines.flatMap(({ id, hostname }) => {
    const ip = primary.get(id)
    return ip === undefined ? [] : [[`${hostname}.${dns_name}`.toLowerCase(), ip] as const]
  })
  return Object.fromEntries(records)
}

function switchRows(subnet: NetworkSubnet, interfaces: readonly NetworkInterface[], hasNames: boolean): WantedRow[] {
  const { id, ipv4_block, gateway_ip } = subnet
  const peer: Ref = { table: 'Logical_Switch_Port', key: `router-port:${id}` }
  const ports = interfaces.map((nic): Ref => ({ table: 'Logical_Switch_Port', key: portKey(nic.id) }))
  return [
    {
      table: 'Logical_Switch',
      key: `subnet:${id}`,
      columns: { name: switchName(id), ports: [peer, ...ports], ...(hasNames && { dns_records: [DNS] }) },
    },
    {
      ...peer,
      columns: {
        name: subnetPeerName(id),
        type: 'router',
        addresses: ['router'],
        options: { 'router-port': subnetPortName(id) },
      },
    },
    {
      ...subnetPortRef(subnet),
      columns: {
        name: subnetPortName(id),
        mac: macOf(id),
        networks: [`${gateway_ip}/${prefixOf(ipv4_block).width}`],
      },
    },
  ]
}

function portRows(
  vpc: VpcNetwork,
  subnet: NetworkSubnet,
  nic: NetworkInterface,
  hostname: string | undefined,
): WantedRow[] {
  const dhcp: Ref = { table: 'DHCP_Options', key: `dhcp:${nic.id}` }
  const address = `${nic.mac.toLowerCase()} ${nic.ip}`
  return [
    {
      table: 'Logical_Switch_Port',
      key: portKey(nic.id),
      columns: {
        name: nic.id,
        addresses: [address],
        port_security: [[address, ...nic.transit_ips.filter(isIpv4)].join(' ')],
        dhcpv4_options: dhcp,
      },
    },
    { ...dhcp, columns: { cidr: subnet.ipv4_block, options: leaseOf(vpc, subnet, nic, hostname) } },
  ]
}

function leaseOf(
  vpc: VpcNetwork,
  { id, gateway_ip }: NetworkSubnet,
  nic: NetworkInterface,
  hostname: string | undefined,
): Record<string, string> {
  const servers = [...new Set(vpc.external_networks.flatMap(({ dns_servers }) => dns_servers))].filter(isIpv4)
  return {
    server_id: gateway_ip,
    server_mac: macOf(id),
    lease_time: String(LEASE_SECONDS),
    mtu: String(vpc.mtu),
    // without servers outside, questions must still be asked for OVN to answer them
    dns_server: servers.length > 0 ? `{${servers.join(', ')}}` : gateway_ip,
    // texts have quotes of their own: without them, there is no lease at all
    domain_name: `"${vpc.dns_name}"`,
    ...(hostname !== undefined && { hostname: `"${hostname}"` }),
    // one way out per machine
    ...(nic.primary && { router: gateway_ip }),
  }
}
