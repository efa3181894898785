// Which route carries traffic out of a subnet. The longest prefix wins; at equal length the subnet's custom router wins over the
// system router. A route that names something that does not exist is inert.
import { addressOf, bits, bounds, holds, netOf, type Net } from '#contract/ip.ts'
import type { GatewayNode, InterfaceNode, Named, RouterNode, SubnetNode } from '#drivers/network.ts'
import type { RouteNode, Topology } from './topology.ts'

export type Hop =
  | { type: 'local' }
  | { type: 'drop' }
  | { type: 'interface'; interface: InterfaceNode }
  | { type: 'gateway'; gateway: GatewayNode }

/** What routes name. */
export type Places = Pick<Topology, 'subnets' | 'gateways' | 'interfaces'> & { instances: readonly Named[] }

export interface Choice {
  route: RouteNode
  router: RouterNode
  hop: Hop
}

/** `ip` null is any address on the internet: only routes for all addresses match it. */
export function chooseRoute(topology: Topology, subnet: SubnetNode, ip: string | null): Choice | undefined {
  const routers = topology.routers.filter(({ id, vpc_id, kind }) =>
    kind === 'custom' ? id === subnet.custom_router_id : vpc_id === subnet.vpc_id,
  )
  let best: (Choice & { width: number }) | undefined
  for (const router of routers) {
    for (const route of topology.routes) {
      if (route.vpc_router_id !== router.id) continue
      const width = matchWidth(topology, subnet.vpc_id, route, ip)
      const hop = width === undefined ? undefined : hopOf(topology, subnet.vpc_id, route)
      if (width === undefined || !hop) continue
      if (!best || width > best.width || (width === best.width && outranks(router, route, best)))
        best = { route, router, hop, width }
    }
  }
  return best
}

/** Decides between two routes with the same prefix. On one router the first by name wins, so that the result is deterministic. */
const outranks = (router: RouterNode, route: RouteNode, best: Choice) =>
  router.kind === best.router.kind ? route.name < best.route.name : router.kind === 'custom'

function matchWidth(topology: Topology, vpcId: string, route: RouteNode, ip: string | null): number | undefined {
  const widths = netsOf(topology, vpcId, route.destination)
    .filter((net) => (ip === null ? net.width === 0 && net.version === 4 : holds(bounds(net), addressOf(ip))))
    .map((net) => net.width)
  return widths.length > 0 ? Math.max(...widths) : undefined
}

/** None if it names something that does not exist. */
export function netsOf({ subnets }: Places, vpcId: string, destination: RouteNode['destination']): Net[] {
  switch (destination.type) {
    case 'ip': {
      const { version, value } = addressOf(destination.value)
      return [{ version, address: value, width: bits(version) }]
    }
    case 'ip_net':
      return [netOf(destination.value)]
    case 'subnet': {
      const subnet = subnets.find(({ vpc_id, name }) => vpc_id === vpcId && name === destination.value)
      return subnet ? [netOf(subnet.ipv4_block), netOf(subnet.ipv6_block)] : []
    }
    case 'vpc':
      return []
  }
}

/** Undefined if it names something that does not exist. */
export function hopOf(topology: Places, vpcId: string, { target }: RouteNode): Hop | undefined {
  switch (target.type) {
    case 'drop':
      return { type: 'drop' }
    case 'subnet':
    case 'vpc':
      return { type: 'local' }
    case 'internet_gateway': {
      const gateway = topology.gateways.find(({ vpc_id, name }) => vpc_id === vpcId && name === target.value)
      return gateway && { type: 'gateway', gateway }
    }
    case 'ip':
      return interfaceHop(topology.interfaces.find(({ vpc_id, ip }) => vpc_id === vpcId && ip === target.value))
    case 'instance': {
      const instance = topology.instances.find(({ name }) => name === target.value)
      return interfaceHop(
        topology.interfaces.find(
          ({ vpc_id, instance_id, primary }) => vpc_id === vpcId && instance_id === instance?.id && primary,
        ),
      )
    }
  }
}

const interfaceHop = (found: InterfaceNode | undefined): Hop | undefined =>
  found && { type: 'interface', interface: found }
