// The one change that would let blocked traffic pass its obstacle.
import type { SubnetNode } from '#drivers/network.ts'
import { decidingRule, type Connection } from './firewall.ts'
import type { Choice } from './routes.ts'
import type { RuleNode, Topology } from './topology.ts'

export interface NewRule {
  name: string
  description: string
  status: 'enabled'
  direction: 'inbound' | 'outbound'
  action: 'allow'
  priority: number
  targets: RuleNode['targets']
  filters: RuleNode['filters']
}

export type Fix =
  | { type: 'add_rule'; vpc_id: string; rule: NewRule }
  | { type: 'enable_rule'; vpc_id: string; rule: string }
  | { type: 'disable_rule'; vpc_id: string; rule: string }
  | { type: 'remove_route'; router_id: string; route_id: string }
  | { type: 'point_route'; router_id: string; route_id: string; gateway: string }
  | { type: 'add_route'; router_id: string; destination: string; gateway: string }
  | { type: 'create_router'; vpc_id: string; subnet: string; destination: string; gateway: string }
  | { type: 'create_gateway'; vpc_id: string }
  | { type: 'attach_pool'; gateway_id: string; ip_pool_id: string }
  | { type: 'attach_external_ip'; instance_id: string }
  | { type: 'add_interface'; instance_id: string }
  | { type: 'add_transit_ip'; instance_id: string; interface_id: string; ip: string | null }

/** Just above the default rules of a new VPC, so that the user's own rules come first. */
const DEFAULT_PRIORITY = 65534

/**
 * A disabled rule that would allow the traffic, else a new rule that takes precedence over the denying one. Nothing precedes
 * priority 0, so such a rule has to be disabled.
 */
export function allowingRule(topology: Topology, connection: Connection, denied: RuleNode | undefined): Fix {
  const { direction, at, peer, protocol, port } = connection
  const disabled = disabledRule(topology, connection)
  if (disabled) return { type: 'enable_rule', vpc_id: at.vpc_id, rule: disabled.name }
  if (denied?.priority === 0) return { type: 'disable_rule', vpc_id: at.vpc_id, rule: denied.name }
  const instance = nameOf(topology.instances, at.instance_id)
  const rule: NewRule = {
    name: freeName(
      topology,
      at.vpc_id,
      `allow-${protocol.toLowerCase()}${port === null ? '' : `-${port}`}-${instance}`,
    ),
    description: '',
    status: 'enabled',
    direction,
    action: 'allow',
    priority: denied ? denied.priority - 1 : DEFAULT_PRIORITY,
    targets: [{ type: 'instance', value: instance }],
    filters: {
      hosts: hostsOf(topology, peer),
      ports: port === null ? null : [String(port)],
      protocols: [protocol],
    },
  }
  return { type: 'add_rule', vpc_id: at.vpc_id, rule }
}

/** The rule that would decide if it were enabled. Of several, the one with the most filters, because it opens the least. */
function disabledRule(topology: Topology, connection: Connection): RuleNode | undefined {
  const wouldAllow = (rule: RuleNode) => {
    const rules = topology.rules.map((one) => (one === rule ? { ...one, status: 'enabled' as const } : one))
    return decidingRule({ ...topology, rules }, connection)?.id === rule.id
  }
  return topology.rules
    .filter(
      ({ status, action, vpc_id }) => status === 'disabled' && action === 'allow' && vpc_id === connection.at.vpc_id,
    )
    .filter(wouldAllow)
    .sort((a, b) => filterCount(b) - filterCount(a) || (a.name < b.name ? -1 : 1))[0]
}

const filterCount = ({ filters: { hosts, ports, protocols } }: RuleNode) =>
  [hosts, ports, protocols].filter((list) => list && list.length > 0).length

function hostsOf(topology: Topology, peer: Connection['peer']): RuleNode['filters']['hosts'] {
  if ('interface' in peer) return [{ type: 'instance', value: nameOf(topology.instances, peer.interface.instance_id) }]
  return peer.ip === null ? null : [{ type: 'ip', value: peer.ip }]
}

function freeName(topology: Topology, vpcId: string, wanted: string): string {
  const taken = new Set(topology.rules.filter(({ vpc_id }) => vpc_id === vpcId).map(({ name }) => name))
  const stem = wanted.slice(0, 60).replace(/-+$/, '')
  if (!taken.has(stem)) return stem
  for (let n = 2; ; n += 1) if (!taken.has(`${stem}-${n}`)) return `${stem}-${n}`
}

/** A way out where no route matches: point the default route at a gateway, or add one to a custom router. */
export function openGateway(topology: Topology, subnet: SubnetNode): Fix {
  const gateway = topology.gateways.find(({ vpc_id }) => vpc_id === subnet.vpc_id)?.name
  if (!gateway) return { type: 'create_gateway', vpc_id: subnet.vpc_id }
  const system = topology.routers.find(({ vpc_id, kind }) => vpc_id === subnet.vpc_id && kind === 'system')
  const broken = topology.routes.find(
    ({ vpc_router_id, destination }) =>
      vpc_router_id === system?.id && destination.type === 'ip_net' && destination.value === '0.0.0.0/0',
  )
  if (system && broken) return { type: 'point_route', router_id: system.id, route_id: broken.id, gateway }
  // the default route goes with its gateway, and the API adds no routes to the system router
  const destination = '0.0.0.0/0'
  const { vpc_id, name, custom_router_id: router_id } = subnet
  if (!router_id) return { type: 'create_router', vpc_id, subnet: name, destination, gateway }
  return { type: 'add_route', router_id, destination, gateway }
}

/** A default route cannot be removed, only pointed elsewhere. */
export function undoRoute(topology: Topology, subnet: SubnetNode, { route, router }: Choice): Fix {
  if (route.kind === 'custom') return { type: 'remove_route', router_id: router.id, route_id: route.id }
  const gateway = topology.gateways.find(({ vpc_id }) => vpc_id === subnet.vpc_id)?.name
  if (!gateway) return { type: 'create_gateway', vpc_id: subnet.vpc_id }
  return { type: 'point_route', router_id: router.id, route_id: route.id, gateway }
}

export const externalAddressFix = (instanceId: string): Fix => ({ type: 'attach_external_ip', instance_id: instanceId })

export const nameOf = (list: readonly { id: string; name: string }[], id: string): string =>
  list.find((one) => one.id === id)?.name ?? id
