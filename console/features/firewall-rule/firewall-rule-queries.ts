// The firewall rules of a VPC: one set, read and replaced as a whole.
import type { Model } from '#contract/client.ts'
import { taggedQuery } from '../../api.ts'
import { ofVpc } from '../vpc/vpc-queries.ts'

export type Rule = Model<'VpcFirewallRule'>
export type RuleUpdate = Model<'VpcFirewallRuleUpdate'>

export interface RuleSet {
  rules: Rule[]
  /** missing on hosts that do not send entity tags */
  etag?: string | undefined
}

export const firewallRules = (project: string, vpc: string) =>
  taggedQuery('vpc_firewall_rules_view', { query: ofVpc(project, vpc) })
