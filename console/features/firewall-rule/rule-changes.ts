// Changes to a set of firewall rules as data, and what is sent of a rule.
import type { Rule, RuleUpdate } from './firewall-rule-queries.ts'

/** The API accepts no ids and times. */
export const toUpdate = ({
  name,
  description,
  status,
  direction,
  targets,
  filters,
  action,
  priority,
}: Rule | RuleUpdate): RuleUpdate => ({
  name,
  description,
  status,
  direction,
  targets,
  filters: { hosts: filters.hosts ?? [], ports: filters.ports ?? [], protocols: filters.protocols ?? [] },
  action,
  priority,
})

type Ends = RuleUpdate['targets']

/** An entry of type VPC can only name the VPC itself. Another name is from before a rename, and the API would refuse the whole set. */
export const hasOldName = ({ targets, filters }: Rule | RuleUpdate, vpc: string): boolean =>
  [...targets, ...(filters.hosts ?? [])].some(({ type, value }) => type === 'vpc' && value !== vpc)

/** The rules as they can be sent: with the current name of their VPC. */
export const updatesOf = (rules: readonly (Rule | RuleUpdate)[], vpc: string): RuleUpdate[] =>
  rules.map(toUpdate).map((rule) => ({
    ...rule,
    targets: renamed(rule.targets, vpc),
    filters: { ...rule.filters, hosts: renamed(rule.filters.hosts ?? [], vpc) },
  }))

const renamed = (ends: Ends, vpc: string): Ends => [
  ...new Map(
    ends.map((end) => (end.type === 'vpc' ? { ...end, value: vpc } : end)).map((end) => [keyOf(end), end]),
  ).values(),
]

const keyOf = (item: unknown) => JSON.stringify(item)

export type Change = (rules: readonly RuleUpdate[]) => RuleUpdate[]

/** Puts a rule last, in place of the edited one. What another user has changed in that since `before` was read is kept. */
export const putRule =
  (rule: RuleUpdate, before?: RuleUpdate): Change =>
  (rules) => {
    const now = before && rules.find(({ name }) => name === before.name)
    const others = rules.filter(({ name }) => name !== before?.name && name !== rule.name)
    return [...others, before && now ? merged(before, rule, now) : rule]
  }

/** Puts a rule unless another user has taken its name since the form was opened. */
export const putUntaken =
  (rule: RuleUpdate, before?: RuleUpdate): Change =>
  (rules) => {
    if (rule.name !== before?.name && rules.some(({ name }) => name === rule.name))
      throw new Error(`Another user has created a rule named ${rule.name}.`)
    return putRule(rule, before)(rules)
  }

/** Merges two changes. Where both have changed a field, ours wins; lists get the additions and removals of both. */
function merged<T extends object>(before: T, after: T, now: T): T {
  const mergedField = (was: unknown, ours: unknown, theirs: unknown) => {
    if (Array.isArray(ours)) return mergedList(was as unknown[], ours, theirs as unknown[])
    if (typeof ours === 'object' && ours !== null) return merged(was as object, ours, theirs as object)
    return was === ours ? theirs : ours
  }
  const fields = Object.keys(after) as (keyof T)[]
  return Object.fromEntries(fields.map((key) => [key, mergedField(before[key], after[key], now[key])])) as T
}

function mergedList(before: readonly unknown[], after: readonly unknown[], now: readonly unknown[]): unknown[] {
  const [was, ours, theirs] = [before, after, now].map((list) => new Set(list.map(keyOf)))
  const isRemoved = (item: unknown) => was!.has(keyOf(item)) && !ours!.has(keyOf(item))
  const isAdded = (item: unknown) => !was!.has(keyOf(item)) && !theirs!.has(keyOf(item))
  return [...now.filter((item) => !isRemoved(item)), ...after.filter(isAdded)]
}

export const removeRules =
  (names: readonly string[]): Change =>
  (rules) =>
    rules.filter(({ name }) => !names.includes(name))

export const setStatus =
  (names: readonly string[], status: RuleUpdate['status']): Change =>
  (rules) =>
    rules.map((rule) => (names.includes(rule.name) ? { ...rule, status } : rule))
