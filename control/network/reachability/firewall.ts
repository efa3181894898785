// Which firewall rule decides about a connection at one interface. Lower priority numbers win, and deny wins at equal priority.
import { addressOf, bounds, holds, netOf } from '#contract/ip.ts'
import type { InterfaceNode, NetworkSelector } from '#drivers/network.ts'
import type { Protocol, RuleNode, Topology } from './topology.ts'

/** The other end as the firewall sees it: an interface of the same VPC, or an address outside; null is any address. */
export type Peer = { interface: InterfaceNode } | { ip: string | null }

export interface Connection {
  direction: 'inbound' | 'outbound'
  /** The interface whose firewall decides. */
  at: InterfaceNode
  peer: Peer
  protocol: Protocol
  /** The destination port, in both directions. */
  port: number | null
}

type Selector = RuleNode['targets'][number]

/** The rule that decides, or undefined where none matches. */
export function decidingRule(topology: Topology, connection: Connection): RuleNode | undefined {
  return topology.rules
    .filter((rule) => rule.vpc_id === connection.at.vpc_id && matches(topology, rule, connection))
    .sort((a, b) => a.priority - b.priority || denyFirst(a) - denyFirst(b) || (a.name < b.name ? -1 : 1))[0]
}

const denyFirst = ({ action }: RuleNode) => (action === 'deny' ? 0 : 1)

/** Traffic that no rule matches: in is denied, out is allowed. Replies always pass. */
export const isAllowed = (connection: Connection, rule: RuleNode | undefined): boolean =>
  rule ? rule.action === 'allow' : connection.direction === 'outbound'

function matches(topology: Topology, rule: RuleNode, { direction, at, peer, protocol, port }: Connection): boolean {
  if (rule.status !== 'enabled' || rule.direction !== direction) return false
  const { hosts, ports, protocols } = rule.filters
  return (
    rule.targets.some((target) => selects(topology, target, at.vpc_id, { interface: at })) &&
    isAny(hosts, (host) => selects(topology, host, at.vpc_id, peer)) &&
    isAny(protocols, (one) => one === protocol) &&
    isAny(ports, (range) => port !== null && inRange(range, port))
  )
}

/** A filter that is absent or empty restricts nothing. */
function isAny<T>(list: readonly T[] | null | undefined, test: (item: T) => boolean): boolean {
  return !list || list.length === 0 || list.some(test)
}

function inRange(range: string, port: number): boolean {
  const [first = 0, last = first] = range.split('-').map(Number)
  return first <= port && port <= last
}

/** Finds what a rule names in its VPC. */
export interface Names {
  isVpc(name: string): boolean
  subnetId(name: string): string | undefined
  instanceId(name: string): string | undefined
}

/** Undefined if it names something that does not exist. */
export function resolveSelector(names: Names, { type, value }: Selector): NetworkSelector | undefined {
  switch (type) {
    case 'vpc':
      return names.isVpc(value) ? { type } : undefined
    case 'subnet': {
      const subnet_id = names.subnetId(value)
      return subnet_id === undefined ? undefined : { type, subnet_id }
    }
    case 'instance': {
      const instance_id = names.instanceId(value)
      return instance_id === undefined ? undefined : { type, instance_id }
    }
    case 'ip':
    case 'ip_net':
      return { type, value }
  }
}

const namesIn = ({ vpcs, subnets, instances }: Topology, vpcId: string): Names => ({
  isVpc: (wanted) => vpcs.some(({ id, name }) => id === vpcId && name === wanted),
  subnetId: (wanted) => subnets.find(({ vpc_id, name }) => vpc_id === vpcId && name === wanted)?.id,
  instanceId: (wanted) => instances.find(({ name }) => name === wanted)?.id,
})

function selects(topology: Topology, wanted: Selector, vpcId: string, peer: Peer): boolean {
  const nic = 'interface' in peer ? peer.interface : undefined
  const selector = resolveSelector(namesIn(topology, vpcId), wanted)
  switch (selector?.type) {
    case undefined:
      return false
    case 'vpc':
      return nic !== undefined
    case 'subnet':
      return nic?.subnet_id === selector.subnet_id
    case 'instance':
      return nic?.instance_id === selector.instance_id
    case 'ip':
      return ipOf(peer) === selector.value
    case 'ip_net':
      return netSelects(selector.value, ipOf(peer))
  }
}

const ipOf = (peer: Peer) => ('interface' in peer ? peer.interface.ip : peer.ip)

/** Only a network of all addresses selects any address. */
function netSelects(text: string, ip: string | null): boolean {
  const net = netOf(text)
  return ip === null ? net.width === 0 : holds(bounds(net), addressOf(ip))
}
