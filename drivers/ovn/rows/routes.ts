// Routes, as policies of the router: OVN's own routes know no drop, and their prefixes lose to those of the router's ports. Subnets with
// the same routers share their policies.
import type { NetworkHop, NetworkInterface, NetworkRoute, NetworkSubnet, VpcNetwork } from '../../network.ts'
import { holds, isIpv4, prefixOf, type Prefix } from '../ipv4.ts'
import { addressSetName, subnetPortName } from '../names.ts'
import type { Ref, WantedRow } from '../row.ts'
import type { Attachment } from './external.ts'
import { sourcesOf } from './sources.ts'
import { subnetPortRef } from './subnets.ts'

/** Above all others. */
const UNTRANSLATED_PRIORITY = 32_000
/** Longer prefixes have higher priorities. Each has room for traffic to the external network itself, to beyond, and for the rest. */
const priorityOf = ({ width }: Prefix, rank: 0 | 1 | 2) => 100 + width * 3 + rank

export interface RouteGroup {
  /** The ID of its router: the custom one, or `system`. */
  id: string
  subnets: NetworkSubnet[]
  /** By prefix. */
  routes: { prefix: Prefix; text: string; hop: NetworkHop }[]
}

export function routeGroups(vpc: VpcNetwork): RouteGroup[] {
  const system = vpc.routers.filter(({ kind }) => kind === 'system').map(({ id }) => id)
  const custom = new Set(vpc.routers.filter(({ kind }) => kind === 'custom').map(({ id }) => id))
  const groups = new Map<string, RouteGroup>()
  for (const subnet of vpc.subnets) {
    const own = subnet.custom_router_id !== null && custom.has(subnet.custom_router_id) ? subnet.custom_router_id : null
    const id = own ?? 'system'
    const group = groups.get(id) ?? { id, subnets: [], routes: winners(vpc, [...(own ? [own] : []), ...system]) }
    group.subnets.push(subnet)
    groups.set(id, group)
  }
  return [...groups.values()]
}

/** One route per prefix: that of the first router, and there the first by name. */
function winners(vpc: VpcNetwork, router_ids: readonly string[]): RouteGroup['routes'] {
  const best = new Map<string, { prefix: Prefix; text: string; hop: NetworkHop }>()
  const rank = ({ vpc_router_id }: NetworkRoute) => router_ids.indexOf(vpc_router_id)
  const routes = vpc.routes
    .filter((route) => rank(route) >= 0)
    .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
  for (const { prefixes, hop } of routes)
    for (const text of prefixes.filter(isIpv4))
      if (!best.has(text)) best.set(text, { prefix: prefixOf(text), text, hop })
  return [...best.values()]
}

export function routeRows(vpc: VpcNetwork, groups: readonly RouteGroup[], attachments: readonly Attachment[]) {
  const nics = new Map(vpc.interfaces.map((nic) => [nic.id, nic]))
  const policies = [
    ...groups.flatMap((group) => groupPolicies(vpc, group, attachments, nics)),
    ...attachments.map(({ network, port }) =>
      // only what is for one of the VPC's external addresses may enter, which has become a private one by now
      policy(`untranslated:${network.id}`, UNTRANSLATED_PRIORITY, `inport == "${port}" && ip4 && !ct.trk`, 'drop'),
    ),
  ]
  const sets = sourceSets(vpc, attachments)
  return { policies, staticRoutes: staticRoutes(vpc), sets }
}

/** OVN drops what it has no route for before it looks at policies. No policy leads here. */
function staticRoutes({ subnets: [subnet] }: VpcNetwork): WantedRow[] {
  if (!subnet) return []
  const columns = { ip_prefix: '0.0.0.0/0', nexthop: subnet.gateway_ip, output_port: subnetPortName(subnet.id) }
  return [{ table: 'Logical_Router_Static_Route', key: 'any', columns }]
}

function groupPolicies(
  vpc: VpcNetwork,
  { id, subnets, routes }: RouteGroup,
  attachments: readonly Attachment[],
  nics: ReadonlyMap<string, NetworkInterface>,
): WantedRow[] {
  const from = `inport == {${subnets.map((subnet) => `"${subnetPortName(subnet.id)}"`).join(', ')}} && ip4`
  const found = routes.flatMap(({ prefix, text, hop }): WantedRow[] => {
    const key = `${id}:${text}`
    const match = `${from}${toPrefix(prefix, text)}`
    if (hop.type === 'local') return [policy(key, priorityOf(prefix, 0), match, 'allow')]
    const drop = policy(key, priorityOf(prefix, 0), match, 'drop')
    if (hop.type === 'drop') return [drop]
    if (hop.type === 'gateway') return [drop, ...exits(vpc, { id, prefix, text, match }, hop.gateway_id, attachments)]
    const next = nics.get(hop.interface_id)
    return next ? [policy(key, priorityOf(prefix, 0), match, 'reroute', next.ip)] : [drop]
  })
  return [...found, policy(`${id}:none`, 1, from, 'drop')]
}

/** Out through a gateway, for those who have an address for it. */
function exits(
  vpc: VpcNetwork,
  route: { id: string; prefix: Prefix; text: string; match: string },
  gateway_id: string,
  attachments: readonly Attachment[],
): WantedRow[] {
  return attachments.flatMap(({ network }): WantedRow[] => {
    const from = ` && ip4.src == $${addressSetName(vpc.id, gateway_id, network.id)}`
    const near = prefixOf(network.prefix)
    const key = (what: string) => `${route.id}:${route.text}:${network.id}:${what}`
    const isInside = holds(near, route.prefix)
    const beyond = policy(key('beyond'), priorityOf(route.prefix, 1), route.match + from, 'reroute', network.next_hop)
    if (!isInside && !holds(route.prefix, near)) return [beyond]
    // its neighbours are reached without the next hop
    const toNear = isInside ? '' : ` && ip4.dst == ${network.prefix}`
    const direct = policy(key('near'), priorityOf(route.prefix, 2), route.match + from + toNear, 'allow')
    return isInside ? [direct] : [direct, beyond]
  })
}

const toPrefix = ({ width }: Prefix, text: string) => (width === 0 ? '' : ` && ip4.dst == ${text}`)

function policy(key: string, priority: number, match: string, action: string, nexthop?: string): WantedRow {
  const columns = { priority, match, action, ...(nexthop !== undefined && { nexthops: [nexthop] }) }
  return { table: 'Logical_Router_Policy', key: `policy:${key}`, columns }
}

/** Lists the addresses that leave through a gateway to an external network. */
function sourceSets(vpc: VpcNetwork, attachments: readonly Attachment[]): WantedRow[] {
  const sourceOf = sourcesOf(vpc)
  return vpc.gateways.flatMap((gateway) =>
    attachments.map(({ network }): WantedRow => {
      const members = vpc.interfaces.filter((nic) => sourceOf(nic, gateway)?.network.id === network.id)
      const name = addressSetName(vpc.id, gateway.id, network.id)
      return {
        table: 'Address_Set',
        key: `sources:${gateway.id}:${network.id}`,
        columns: { name, addresses: members.map(({ ip }) => ip) },
      }
    }),
  )
}

export const subnetPortRefs = ({ subnets }: VpcNetwork): Ref[] => subnets.map(subnetPortRef)
