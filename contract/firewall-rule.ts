// Firewall rules of a VPC, replaced as a whole.
import { z } from 'zod'
import { inProject, type Operations } from './define.ts'
import { IpNet, L4PortRange, Name, NameOrId, identity, ip, maybe, naming, uint16, upTo, uuid } from './values.ts'

export const VpcFirewallRuleAction = z.enum(['allow', 'deny'])
export const VpcFirewallRuleDirection = z.enum(['inbound', 'outbound'])

/** What a rule can name as host or target. */
const endpoints = [
  z.object({ type: z.literal('vpc'), value: Name }),
  z.object({ type: z.literal('subnet'), value: Name }),
  z.object({ type: z.literal('instance'), value: Name }),
  z.object({ type: z.literal('ip'), value: ip }),
  z.object({ type: z.literal('ip_net'), value: IpNet }),
] as const
export const VpcFirewallRuleHostFilter = z.discriminatedUnion('type', endpoints)
export const VpcFirewallRuleTarget = z.discriminatedUnion('type', endpoints)

export const VpcFirewallRuleProtocol = z.enum(['TCP', 'UDP', 'ICMP'])
export const VpcFirewallRuleFilter = z.object({
  hosts: maybe(upTo(256, VpcFirewallRuleHostFilter)),
  ports: maybe(upTo(256, L4PortRange)),
  protocols: maybe(upTo(256, VpcFirewallRuleProtocol)),
})

export const VpcFirewallRuleStatus = z.enum(['disabled', 'enabled'])
const ruling = {
  action: VpcFirewallRuleAction,
  direction: VpcFirewallRuleDirection,
  filters: VpcFirewallRuleFilter,
  priority: uint16,
  status: VpcFirewallRuleStatus,
}

export const VpcFirewallRule = z.object({
  ...identity,
  ...ruling,
  targets: z.array(VpcFirewallRuleTarget),
  vpc_id: uuid,
})
export const VpcFirewallRules = z.object({ rules: z.array(VpcFirewallRule) })

export const VpcFirewallRuleUpdate = z.object({ ...naming, ...ruling, targets: upTo(256, VpcFirewallRuleTarget) })
/** Published as required, but absent means empty. */
export const VpcFirewallRuleUpdateParams = z
  .object({ rules: upTo(1024, VpcFirewallRuleUpdate).default([]).meta({ default: undefined }) })
  .meta({ required: ['rules'] })

const at = { query: { ...inProject, vpc: NameOrId } }

export const firewallRule = {
  vpc_firewall_rules_view: { ...at, status: 200, answer: VpcFirewallRules },
  vpc_firewall_rules_update: { ...at, body: VpcFirewallRuleUpdateParams, status: 200, answer: VpcFirewallRules },
} satisfies Operations<'firewall_rule'>
