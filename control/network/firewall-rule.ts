// Firewall rules: one set per VPC, replaced as a whole. An optional If-Match keeps one writer from undoing another's changes.
import { MAX_FIREWALL_RULE_ENTRIES, MAX_FIREWALL_RULES } from '#contract/limits.ts'
import type { Input } from '#contract/api.ts'
import type { firewallRule as operations } from '#contract/firewall-rule.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { entityTag, requireMatch } from '../frame/entity-tag.ts'
import { invalidRequest, invalidValue } from '../frame/errors.ts'
import { newIdentity } from '../frame/identity.ts'
import { findVpc } from './vpc.ts'
import { touchVpc } from './desired/touch-vpc.ts'

type Rule = Input<'vpc_firewall_rules_update'>['body']['rules'][number]
interface Vpc {
  id: string
  name: string
}

/** Rows per statement. Other requests are served between two, because a thousand rules take a few tenths of a second. */
const BATCH = 64

export const firewallRule = {
  async vpc_firewall_rules_view(ctx, { query }) {
    return rulesOf(ctx, await findVpc(ctx, query, 'read'))
  },

  async vpc_firewall_rules_update(ctx, { query, body }) {
    const vpc = ctx.subject(await findVpc(ctx, query, 'modify'))
    requireMatch(
      ctx.request,
      await tagOf(ctx, vpc),
      `the firewall rules of VPC ${vpc.name} have changed; read them again`,
    )
    // parsing a thousand rules has taken its time
    await ctx.host.clock.breathe?.()
    checkRules(vpc, body.rules)
    await ctx.db.deleteFrom('firewall_rule').where('vpc_id', '=', vpc.id).execute()
    const rules = body.rules
      .map((rule) => ({ ...rule, ...newIdentity(ctx, rule), vpc_id: vpc.id }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    for (let at = 0; at < rules.length; at += BATCH) {
      await ctx.host.clock.breathe?.()
      await ctx.db
        .insertInto('firewall_rule')
        .values(rules.slice(at, at + BATCH))
        .execute()
    }
    await ctx.host.clock.breathe?.()
    await touchVpc(ctx, vpc.id)
    return tagged(ctx, rules)
  },
} satisfies Handlers<keyof typeof operations>

async function rulesOf(ctx: Ctx, vpc: Vpc) {
  const rules = await ctx.db
    .selectFrom('firewall_rule')
    .selectAll()
    .where('vpc_id', '=', vpc.id)
    .orderBy('name')
    .execute()
  return tagged(ctx, rules)
}

function tagged<R extends { id: string }>(ctx: Ctx, rules: R[]) {
  ctx.headers.etag = entityTag(rules[0]?.id ?? NO_RULES)
  return { rules }
}

const NO_RULES = 'empty'

/** Every PUT gives every rule a new id, so the id of the first rule identifies the whole set. */
async function tagOf(ctx: Ctx, vpc: Vpc): Promise<string> {
  const first = await ctx.db
    .selectFrom('firewall_rule')
    .select('id')
    .where('vpc_id', '=', vpc.id)
    .orderBy('name')
    .limit(1)
    .executeTakeFirst()
  return entityTag(first?.id ?? NO_RULES)
}

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
