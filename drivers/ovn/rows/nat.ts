// Translation between private and external addresses, on the host that carries the external network.
import type { GatewayNode, NetworkInterface, VpcNetwork } from '../../network.ts'
import { textOf, without } from '../ipv4.ts'
import { addressSetName } from '../names.ts'
import type { Ref, WantedRow } from '../row.ts'
import type { Attachment } from './external.ts'
import type { RouteGroup } from './routes.ts'
import { networkOf, sourcesOf, type Source } from './sources.ts'

export interface Nat {
  rows: WantedRow[]
  sets: WantedRow[]
}

export function natRows(vpc: VpcNetwork, groups: readonly RouteGroup[], attachments: readonly Attachment[]): Nat {
  const ports = new Map(attachments.map(({ network, portRef }) => [network.id, portRef]))
  const sets = new Map<string, WantedRow>()
  const sourceOf = sourcesOf(vpc)
  const outward = groups.flatMap((group) => {
    const own = new Set(group.subnets.map(({ id }) => id))
    const gateways = gatewaysOf(vpc, group)
    return vpc.interfaces
      .filter(({ subnet_id }) => own.has(subnet_id))
      .flatMap((nic) => {
        const sources = gateways.map((gateway) => ({ gateway, source: sourceOf(nic, gateway) }))
        return outwardRows(vpc, group, nic, sources, ports, sets)
      })
  })
  return { rows: [...inwardRows(vpc, ports), ...outward], sets: [...sets.values()] }
}

/** Finds the gateways that its routes lead to. */
const gatewaysOf = (vpc: VpcNetwork, { routes }: RouteGroup) =>
  vpc.gateways.filter(({ id }) => routes.some(({ hop }) => hop.type === 'gateway' && hop.gateway_id === id))

/** What is sent to a floating or ephemeral address arrives at the primary interface. */
function inwardRows(vpc: VpcNetwork, ports: ReadonlyMap<string, Ref>): WantedRow[] {
  const primary = new Map(vpc.interfaces.filter((nic) => nic.primary).map((nic) => [nic.instance_id, nic.ip]))
  return vpc.external_ips.flatMap((one): WantedRow[] => {
    const network = one.kind === 'snat' ? undefined : networkOf(vpc, one)
    const [port, logical_ip] = [network && ports.get(network.id), primary.get(one.instance_id)]
    if (!port || logical_ip === undefined) return []
    const columns = { type: 'dnat', external_ip: one.ip, logical_ip, gateway_port: port }
    return [{ table: 'NAT', key: `dnat:${one.ip}`, columns }]
  })
}

/**
 * What an interface sends leaves from one address. If its gateways use different ones, each is for the destinations that are routed to
 * that gateway. The ports of shared addresses are not divided: the VPC has the address to itself, and OVN finds a free port.
 */
function outwardRows(
  vpc: VpcNetwork,
  group: RouteGroup,
  nic: NetworkInterface,
  sources: readonly { gateway: GatewayNode; source: Source | undefined }[],
  ports: ReadonlyMap<string, Ref>,
  sets: Map<string, WantedRow>,
): WantedRow[] {
  const isSame = new Set(sources.map(({ source }) => source?.ip)).size === 1
  return (isSame ? sources.slice(0, 1) : sources).flatMap(({ gateway, source }): WantedRow[] => {
    const port = source && ports.get(source.network.id)
    if (!port || source.ip === undefined) return []
    const columns = { type: 'snat', external_ip: source.ip, logical_ip: nic.ip, gateway_port: port }
    if (isSame) return [{ table: 'NAT', key: `snat:${nic.id}`, columns }]
    const allowed_ext_ips = destinationSet(vpc, group, gateway, sets)
    return [{ table: 'NAT', key: `snat:${nic.id}:${gateway.id}`, columns: { ...columns, allowed_ext_ips } }]
  })
}

/** The destinations that are routed to a gateway. */
function destinationSet(vpc: VpcNetwork, group: RouteGroup, gateway: GatewayNode, sets: Map<string, WantedRow>): Ref {
  const key = `destinations:${group.id}:${gateway.id}`
  const isTo = ({ hop }: RouteGroup['routes'][number]) => hop.type === 'gateway' && hop.gateway_id === gateway.id
  const others = group.routes.filter((route) => !isTo(route)).map(({ prefix }) => prefix)
  const addresses = group.routes.filter(isTo).flatMap(({ prefix }) => {
    const longer = others.filter(({ width }) => width > prefix.width)
    return without(prefix, longer).map(textOf)
  })
  const columns = { name: addressSetName(vpc.id, group.id, gateway.id, 'destinations'), addresses }
  sets.set(key, { table: 'Address_Set', key, columns })
  return { table: 'Address_Set', key }
}
