// The network of a project in one response, for the console's map, with its problems. An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { subject } from './reachability.ts'
import { RouteDestination, RouteTarget } from './vpc-router-route.ts'
import { InstanceState } from './instance.ts'
import { Ipv4Net, Name, NameOrId, ip, maybe, uint32, uuid } from './values.ts'

const named = { id: uuid, name: Name }
const inVpc = { ...named, vpc_id: uuid }

export const NetworkProblemKind = z.enum([
  'no_route_out',
  'subnet_full',
  'route_to_nothing',
  'gateway_without_addresses',
  'rule_without_target',
  'floating_ip_unattached',
  'no_interface',
])

const problem = z.object({
  kind: NetworkProblemKind,
  text: z.string(),
  subject,
  /** What the map marks. A firewall rule is not drawn, so its VPC is marked; the same goes for a route and its router. */
  node_id: uuid,
})

export const NetworkMap = z.object({
  vpcs: z.array(z.object(named)),
  subnets: z.array(
    z.object({
      ...inVpc,
      ipv4_block: Ipv4Net,
      custom_router_id: maybe(uuid),
      /** Counts every interface, including those left out of a truncated response. */
      interface_count: uint32,
      /** The gateway or interface that the route to the internet leads to. */
      exit: maybe(z.object({ type: z.enum(['gateway', 'interface']), id: uuid })),
    }),
  ),
  routers: z.array(z.object({ ...inVpc, kind: z.enum(['system', 'custom']) })),
  routes: z.array(z.object({ ...named, vpc_router_id: uuid, destination: RouteDestination, target: RouteTarget })),
  gateways: z.array(z.object(inVpc)),
  instances: z.array(z.object({ ...named, run_state: InstanceState })),
  interfaces: z.array(z.object({ ...inVpc, instance_id: uuid, subnet_id: uuid, ip, primary: z.boolean() })),
  external_ips: z.array(
    z.object({
      id: uuid,
      kind: z.enum(['floating', 'ephemeral']),
      /** Name of a floating IP. */
      name: maybe(Name),
      ip,
      instance_id: maybe(uuid),
    }),
  ),
  problems: z.array(problem),
  /** The network is too large for one response. */
  truncated: z.boolean(),
})

export const networkMap = {
  network_map_view: { query: { project: NameOrId }, status: 200, answer: NetworkMap },
} satisfies Operations<'network_map'>
