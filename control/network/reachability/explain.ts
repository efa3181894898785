// Decides whether traffic gets from one end to another and explains it step by step. Pure: it needs only the topology.
// Connections are stateful, so only the forward path is examined; replies pass.
import { addressOf, bounds, holds, netOf } from '#contract/ip.ts'
import type { ExternalIpNode, InterfaceNode, SubnetNode, TracedEnd, TracedPacket } from '#drivers/network.ts'
import { decidingRule, isAllowed, type Connection, type Peer } from './firewall.ts'
import { allowingRule, externalAddressFix, openGateway, undoRoute, type Fix } from './fix.ts'
import { chooseRoute } from './routes.ts'
import { Trace, type Reachability } from './trace.ts'
import type { End, Question, Topology } from './topology.ts'

/** Where the traffic arrives: at an interface (of the destination, or of an instance that must forward it), or outside. */
interface Arrival {
  at: InterfaceNode | undefined
  /** The sender as the receiving firewall sees it. */
  from: Peer
  /** Reached an instance that is not the destination and has to forward the traffic. */
  isForwarded?: boolean
}

export const explain = (topology: Topology, question: Question): Reachability => explore(topology, question).answer

/** With the packet to ask the network about, if it is one that the network can answer for. */
export function explore(
  topology: Topology,
  question: Question,
): { answer: Reachability; packet: TracedPacket | undefined } {
  const walk = new Walk(topology, question)
  const blocked = walk.run()
  const answer = blocked ?? walk.trace.finish(walk.isForwarded ? 'forwarded' : 'reachable', null)
  // what a guest forwards is not the network's to decide
  return { answer, packet: walk.isForwarded ? undefined : walk.packet }
}

class Walk {
  readonly trace: Trace
  isForwarded = false
  packet: TracedPacket | undefined
  readonly #topology: Topology
  readonly #question: Question

  constructor(topology: Topology, question: Question) {
    this.#topology = topology
    this.#question = question
    this.trace = new Trace(topology, question)
  }

  /** Undefined when nothing blocks the traffic. */
  run(): Reachability | undefined {
    const { source, destination } = this.#question
    const sender = source.type === 'instance' ? this.#senderOf(source.id) : undefined
    if (source.type === 'instance' && !sender) return this.#noInterface(source.id)
    const from = sender?.ip ?? (source.type === 'outside' ? source.ip : null)
    const target = this.#destinationAddress(sender, from)
    if (target === undefined) return this.#noExternalAddress(destination)
    if (!isSameVersion(from, target)) return this.trace.otherVersion(sender, from, target)
    this.packet = this.#packet(sender, from, target)
    const arrival = sender ? this.#leave(sender, target) : this.#enter(target, peerOf(source))
    if ('verdict' in arrival) return arrival
    const out = sender && this.#firewall('outbound', sender, this.#peerAt(arrival, target))
    if (out) return out
    if (!arrival.at) this.trace.reachesInternet(target)
    this.isForwarded = arrival.isForwarded ?? false
    return arrival.at && this.#firewall('inbound', arrival.at, arrival.from)
  }

  /** The interface that the guest would use: one in the destination's subnet, else the primary one. */
  #senderOf(instanceId: string): InterfaceNode | undefined {
    const own = this.#interfacesOf(instanceId)
    const { destination } = this.#question
    const inVpc = ({ vpc_id }: InterfaceNode) => vpc_id === own[0]?.vpc_id
    const theirs =
      destination.type === 'instance'
        ? this.#interfacesOf(destination.id)
            .filter(inVpc)
            .map(({ ip }) => ip)
        : [destination.ip]
    const near = own.find(({ subnet_id }) =>
      theirs.some((ip) => ip !== null && contains(this.#subnet(subnet_id).ipv4_block, ip)),
    )
    return near ?? own[0]
  }

  #interfacesOf(instanceId: string): InterfaceNode[] {
    return this.#topology.interfaces
      .filter(({ instance_id }) => instance_id === instanceId)
      .sort((a, b) => Number(b.primary) - Number(a.primary) || (a.name < b.name ? -1 : 1))
  }

  /** Null is any address on the internet; undefined means that the destination has no address to send to. */
  #destinationAddress(sender: InterfaceNode | undefined, from: string | null): string | null | undefined {
    const { destination } = this.#question
    if (destination.type === 'outside') return destination.ip
    const theirs = this.#interfacesOf(destination.id)
    const inside = theirs.filter(({ vpc_id }) => vpc_id === sender?.vpc_id)
    const near = inside.find(({ subnet_id }) => subnet_id === sender?.subnet_id) ?? inside[0]
    if (near) return near.ip
    const open = this.#publicAddresses(destination.id)
    return (open.find(({ ip }) => isSameVersion(from, ip)) ?? open[0])?.ip
  }

  #publicAddresses(instanceId: string): ExternalIpNode[] {
    return this.#topology.external_ips
      .filter(({ instance_id, kind }) => instance_id === instanceId && kind !== 'snat')
      .sort(byPreference)
  }

  #leave(sender: InterfaceNode, target: string | null): Arrival | Reachability {
    const subnet = this.#subnet(sender.subnet_id)
    this.trace.sends(sender, subnet, target)
    const choice = chooseRoute(this.#topology, subnet, target)
    if (!choice) return this.trace.noRoute(subnet, target, openGateway(this.#topology, subnet))
    const { hop } = choice
    if (hop.type === 'drop')
      return this.trace.dropped(choice, subnet, target, undoRoute(this.#topology, subnet, choice))
    this.trace.routed(choice, subnet, target)
    if (hop.type === 'local') return this.#deliver(sender, target)
    if (hop.type === 'gateway') return this.#exit(sender, hop.gateway, target)
    return this.#handOver(sender, hop.interface, target)
  }

  /** Undefined for traffic between VPCs, and to private addresses outside, where only the operator's routers know. */
  #packet(sender: InterfaceNode | undefined, from: string | null, target: string | null): TracedPacket | undefined {
    const { protocol, port } = this.#question
    const holder = this.#topology.external_ips.find(({ ip, kind }) => ip === target && kind !== 'snat')
    const at = sender
      ? this.#topology.interfaces.find(({ vpc_id, ip }) => vpc_id === sender.vpc_id && ip === target)
      : holder && this.#interfacesOf(holder.instance_id)[0]
    const vpc_id = sender?.vpc_id ?? at?.vpc_id
    if (vpc_id === undefined || (!at && (holder || (target !== null && isPrivate(target))))) return undefined
    return { vpc_id, from: endOf(sender, from), to: endOf(at, target), protocol, port }
  }

  #deliver(sender: InterfaceNode, target: string | null): Arrival | Reachability {
    const at = this.#topology.interfaces.find(({ vpc_id, ip }) => vpc_id === sender.vpc_id && ip === target)
    return at ? { at, from: { interface: sender } } : this.trace.nobody(target, null)
  }

  /** To the next hop of a route. It takes traffic for others only where its transit IPs say so. */
  #handOver(sender: InterfaceNode, next: InterfaceNode, target: string | null): Arrival | Reachability {
    const from = { interface: sender }
    if (next.ip === target) return { at: next, from }
    if (next.instance_id === sender.instance_id) return this.trace.loops(next, null)
    const isTransit = next.transit_ips.some((net) => (target === null ? net.endsWith('/0') : contains(net, target)))
    if (isTransit) {
      this.trace.forwards(next, target)
      return { at: next, from, isForwarded: true }
    }
    const fix: Fix = { type: 'add_transit_ip', instance_id: next.instance_id, interface_id: next.id, ip: target }
    return this.trace.notForwarding(next, target, fix)
  }

  /** Out through a gateway, from an external address of the instance that the gateway serves. */
  #exit(sender: InterfaceNode, gateway: Topology['gateways'][number], target: string | null): Arrival | Reachability {
    const own = this.#topology.external_ips.filter(({ instance_id }) => instance_id === sender.instance_id)
    const served = own.filter(
      ({ ip, ip_pool_id }) =>
        isSameVersion(sender.ip, ip) && (gateway.pool_ids.includes(ip_pool_id) || gateway.addresses.includes(ip)),
    )
    const [used] = served.sort(byPreference)
    if (!used) {
      const pool = own.find(({ kind }) => kind === 'snat')?.ip_pool_id
      const fix: Fix | null = pool ? { type: 'attach_pool', gateway_id: gateway.id, ip_pool_id: pool } : null
      return this.trace.noSourceAddress(sender, gateway, fix)
    }
    this.trace.exits(gateway, used)
    return this.#enter(target, { ip: used.ip })
  }

  /** From outside to an address: one of an instance here, or one on the internet. */
  #enter(target: string | null, from: Peer): Arrival | Reachability {
    const holder = this.#topology.external_ips.find(({ ip, kind }) => ip === target && kind !== 'snat')
    if (!holder) {
      if (target !== null && isPrivate(target)) return this.trace.unroutable(target, null)
      return { at: undefined, from }
    }
    const [at] = this.#interfacesOf(holder.instance_id)
    if (!at) return this.#noInterface(holder.instance_id)
    this.trace.enters(holder, at)
    return { at, from }
  }

  /** The receiver as the sender's firewall sees it. */
  #peerAt(arrival: Arrival, target: string | null): Peer {
    const isInside = arrival.at !== undefined && 'interface' in arrival.from && arrival.at.ip === target
    return isInside && arrival.at ? { interface: arrival.at } : { ip: target }
  }

  #firewall(direction: 'inbound' | 'outbound', at: InterfaceNode, peer: Peer): Reachability | undefined {
    const { protocol, port } = this.#question
    const connection: Connection = { direction, at, peer, protocol, port }
    const rule = decidingRule(this.#topology, connection)
    const allowed = isAllowed(connection, rule)
    this.trace.firewall(connection, rule, allowed)
    return allowed ? undefined : this.trace.finish('blocked', allowingRule(this.#topology, connection, rule))
  }

  #noInterface(instanceId: string): Reachability {
    return this.trace.noInterface(instanceId, { type: 'add_interface', instance_id: instanceId })
  }

  #noExternalAddress(destination: End): Reachability {
    const id = destination.type === 'instance' ? destination.id : ''
    if (this.#interfacesOf(id).length === 0) return this.#noInterface(id)
    return this.trace.noExternalAddress(id, externalAddressFix(id))
  }

  #subnet(id: string): SubnetNode {
    const found = this.#topology.subnets.find((subnet) => subnet.id === id)
    if (!found) throw new Error(`the topology has no subnet ${id}`)
    return found
  }
}

const endOf = (nic: InterfaceNode | undefined, ip: string | null): TracedEnd =>
  nic ? { type: 'interface', interface_id: nic.id } : { type: 'outside', ip: ip ?? SOMEWHERE }

/** Stands for any address on the internet. Reserved for examples. */
const SOMEWHERE = '192.0.2.1'

const RANK = { floating: 0, ephemeral: 1, snat: 2 }
const byPreference = (a: ExternalIpNode, b: ExternalIpNode) =>
  RANK[a.kind] - RANK[b.kind] || ((a.name ?? '') < (b.name ?? '') ? -1 : 1)

const peerOf = (end: End): Peer => ({ ip: end.type === 'outside' ? end.ip : null })

/** Null is any address. */
const isSameVersion = (a: string | null, b: string | null) =>
  a === null || b === null || addressOf(a).version === addressOf(b).version

const contains = (net: string, ip: string) => holds(bounds(netOf(net)), addressOf(ip))

const PRIVATE = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '127.0.0.0/8',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
]
const isPrivate = (ip: string) => PRIVATE.some((net) => contains(net, ip))
