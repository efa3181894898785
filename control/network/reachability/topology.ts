// The part of a project's network that a question needs, as plain values.
import type { Answer } from '#contract/api.ts'

type Route = Answer<'vpc_router_route_view'>
type FirewallRule = Answer<'vpc_firewall_rules_view'>['rules'][number]

export interface Named {
  id: string
  name: string
}

export interface InstanceNode extends Named {
  run_state: string
}

export interface InterfaceNode extends Named {
  instance_id: string
  vpc_id: string
  subnet_id: string
  ip: string
  primary: boolean
  transit_ips: readonly string[]
}

export interface ExternalIpNode {
  instance_id: string
  kind: 'floating' | 'ephemeral' | 'snat'
  /** Name of a floating IP. */
  name: string | null
  ip: string
  ip_pool_id: string
}

export interface SubnetNode extends Named {
  vpc_id: string
  ipv4_block: string
  ipv6_block: string
  custom_router_id: string | null
}

export interface RouterNode extends Named {
  vpc_id: string
  kind: 'system' | 'custom'
}

export type RouteNode = Pick<Route, 'id' | 'name' | 'vpc_router_id' | 'kind' | 'destination' | 'target'>

export interface GatewayNode extends Named {
  vpc_id: string
  pool_ids: readonly string[]
  addresses: readonly string[]
}

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
