// Firewall rules: one set to a VPC, replaced as a whole.
import { MAX_FIREWALL_RULE_ENTRIES, MAX_FIREWALL_RULES } from '#contract/limits.ts'
import type { Input } from '#contract/api.ts'
import type { firewallRule as operations } from '#contract/firewall-rule.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { invalidRequest, invalidValue } from '../frame/errors.ts'
import { newIdentity } from '../frame/identity.ts'
import { findVpc } from './vpc.ts'

type Rule = Input<'vpc_firewall_rules_update'>['body']['rules'][number]
interface Vpc {
  id: string
  name: string
}

/** Rows to a statement: databases limit the values that one may carry. */
const BATCH = 200

export const firewallRule = {
  async vpc_firewall_rules_view(ctx, { query }) {
    return rulesOf(ctx, await findVpc(ctx, query, 'read'))
  },

  async vpc_firewall_rules_update(ctx, { query, body }) {
    const vpc = ctx.subject(await findVpc(ctx, query, 'modify'))
    checkRules(vpc, body.rules)
    await ctx.db.deleteFrom('firewall_rule').where('vpc_id', '=', vpc.id).execute()
    const rows = body.rules.map((rule) => ({ ...rule, ...newIdentity(ctx, rule), vpc_id: vpc.id }))
    for (let at = 0; at < rows.length; at += BATCH)
      await ctx.db
        .insertInto('firewall_rule')
        .values(rows.slice(at, at + BATCH))
        .execute()
    return rulesOf(ctx, vpc)
  },
} satisfies Handlers<keyof typeof operations>

const rulesOf = async (ctx: Ctx, vpc: Vpc) => ({
  rules: await ctx.db.selectFrom('firewall_rule').selectAll().where('vpc_id', '=', vpc.id).orderBy('name').execute(),
})

function checkRules(vpc: Vpc, rules: readonly Rule[]): void {
  atMost(MAX_FIREWALL_RULES, 'rules', rules)
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { name } of rules) (seen.has(name) ? repeated : seen).add(name)
  if (repeated.size > 0) {
    const names = [...repeated].sort().map((name) => `"${name}"`)
    throw invalidValue('rules', `Rule names must be unique. Duplicates: [${names.join(', ')}]`)
  }
  for (const { targets, filters } of rules) {
    atMost(MAX_FIREWALL_RULE_ENTRIES, 'targets', targets)
    atMost(MAX_FIREWALL_RULE_ENTRIES, 'filters.hosts', filters.hosts)
    atMost(MAX_FIREWALL_RULE_ENTRIES, 'filters.ports', filters.ports)
    atMost(MAX_FIREWALL_RULE_ENTRIES, 'filters.protocols', filters.protocols)
    const elsewhere = (end: Rule['targets'][number]) => end.type === 'vpc' && end.value !== vpc.name
    if (targets.some(elsewhere)) throw invalidRequest('cross-VPC firewall target unsupported')
    if (filters.hosts?.some(elsewhere)) throw invalidRequest('cross-VPC firewall host filter unsupported')
  }
}

function atMost(most: number, label: string, list: readonly unknown[] | null): void {
  if (list && list.length > most) throw invalidValue(label, `max length ${most}`)
}
