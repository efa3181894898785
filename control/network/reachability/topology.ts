// The part of a project's network that a question needs, as plain values. Routes and rules as users wrote them, because an explanation
// names what they name.
import type { InstanceState } from '#contract/instance-states.ts'
import type { Answer } from '#contract/api.ts'
import type { ExternalIpNode, GatewayNode, InterfaceNode, Named, RouterNode, SubnetNode } from '#drivers/network.ts'

type Route = Answer<'vpc_router_route_view'>
type FirewallRule = Answer<'vpc_firewall_rules_view'>['rules'][number]

export interface InstanceNode extends Named {
  run_state: InstanceState
}

export type RouteNode = Pick<Route, 'id' | 'name' | 'vpc_router_id' | 'kind' | 'destination' | 'target'>

export type RuleNode = Pick<
  FirewallRule,
  'id' | 'name' | 'vpc_id' | 'status' | 'direction' | 'action' | 'priority' | 'targets' | 'filters'
>

export interface Topology {
  vpcs: readonly Named[]
  subnets: readonly SubnetNode[]
  routers: readonly RouterNode[]
  routes: readonly RouteNode[]
  gateways: readonly GatewayNode[]
  rules: readonly RuleNode[]
  instances: readonly InstanceNode[]
  interfaces: readonly InterfaceNode[]
  external_ips: readonly ExternalIpNode[]
}

/** One end of the traffic. An outside end without an address stands for any address on the internet. */
export type End = { type: 'instance'; id: string } | { type: 'outside'; ip: string | null }

export type Protocol = 'TCP' | 'UDP' | 'ICMP'

export interface Question {
  source: End
  destination: End
  protocol: Protocol
  /** Null for ICMP, which has no ports. */
  port: number | null
}
