// The firewall rules of a VPC: one set, read and replaced as a whole.
import type { Model } from '#contract/client.ts'
import { ApiError } from '#contract/errors.ts'
import { prefetch, taggedQuery, type Query } from '../../api.ts'
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

/** Rejects with 404 if the rule does not exist, for the loader of its form. */
export function firewallRule(project: string, vpc: string, rule: string): Query<Rule> {
  return {
    key: ['vpc_firewall_rules_view', { project, vpc, rule }],
    async fetch() {
      const { rules } = await prefetch(firewallRules(project, vpc))
      const found = rules.find(({ name }) => name === rule)
      if (found) return found
      throw new ApiError('vpc_firewall_rules_view', { status: 404, message: `There is no firewall rule ${rule}` })
    },
  }
}
