// Whether traffic gets from one end to another, and why. An addition of ours.
import { z } from 'zod'
import { numeric, type Operations } from './define.ts'
import { VpcFirewallRuleProtocol, VpcFirewallRuleUpdate } from './firewall-rule.ts'
import { NameOrId, ip, maybe, uint16, uuid } from './values.ts'

export const ReachabilityVerdict = z.enum(['reachable', 'blocked', 'forwarded'])

/** The subject of a step. `vpc` names the VPC of a subnet, router, gateway or firewall rule. */
export const subject = z.object({
  type: z.enum(['instance', 'subnet', 'router', 'gateway', 'firewall_rule', 'vpc', 'floating_ip']),
  name: z.string(),
  vpc: maybe(z.string()),
})

const step = z.object({
  kind: z.enum(['interface', 'subnet', 'route', 'gateway', 'external_ip', 'firewall', 'delivery']),
  passed: z.boolean(),
  text: z.string(),
  subject: maybe(subject),
})

/** The change that would let the traffic past its obstacle. */
const fix = z.discriminatedUnion('type', [
  z.object({ type: z.literal('add_rule'), vpc_id: uuid, rule: VpcFirewallRuleUpdate }),
  z.object({ type: z.literal('enable_rule'), vpc_id: uuid, rule: z.string() }),
  z.object({ type: z.literal('disable_rule'), vpc_id: uuid, rule: z.string() }),
  z.object({ type: z.literal('remove_route'), router_id: uuid, route_id: uuid }),
  z.object({ type: z.literal('point_route'), router_id: uuid, route_id: uuid, gateway: z.string() }),
  z.object({ type: z.literal('add_route'), router_id: uuid, destination: z.string(), gateway: z.string() }),
  z.object({
    type: z.literal('create_router'),
    vpc_id: uuid,
    subnet: z.string(),
    destination: z.string(),
    gateway: z.string(),
  }),
  z.object({ type: z.literal('create_gateway'), vpc_id: uuid }),
  z.object({ type: z.literal('attach_pool'), gateway_id: uuid, ip_pool_id: uuid }),
  z.object({ type: z.literal('attach_external_ip'), instance_id: uuid }),
  z.object({ type: z.literal('add_interface'), instance_id: uuid }),
  z.object({ type: z.literal('add_transit_ip'), instance_id: uuid, interface_id: uuid, ip: maybe(ip) }),
])

export const Reachability = z.object({
  verdict: ReachabilityVerdict,
  steps: z.array(step),
  fix: maybe(fix),
  notes: z.array(z.string()),
  /** What the network itself says. Null if it carries no traffic, cannot answer this question, or did not answer. */
  network: maybe(
    z.object({
      is_delivered: z.boolean(),
      /** False is a fault of ours: the rules were not made into what they say. */
      agrees: z.boolean(),
      /** For engineers. */
      output: z.string(),
    }),
  ),
})

/** An end is an instance of the project or an address; otherwise it is any address on the internet. */
const query = {
  project: NameOrId,
  source_instance: NameOrId.optional(),
  source_ip: ip.optional(),
  destination_instance: NameOrId.optional(),
  destination_ip: ip.optional(),
  protocol: VpcFirewallRuleProtocol,
  /** The destination port. Required for TCP and UDP; ICMP has none. */
  port: numeric(uint16).optional(),
}

export const reachability = {
  reachability_view: { query, status: 200, answer: Reachability },
} satisfies Operations<'reachability'>
