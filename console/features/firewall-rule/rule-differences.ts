// How two versions of a set of firewall rules differ.
import type { Rule, RuleUpdate } from './firewall-rule-queries.ts'
import { toUpdate } from './rule-changes.ts'

export interface Difference {
  name: string
  kind: 'added' | 'removed' | 'changed'
  /** of a changed rule, each field that differs */
  fields: { field: string; before: string; after: string }[]
}

/** Compares contents only, because ids and times change with every write. */
export function differences(
  before: readonly (Rule | RuleUpdate)[],
  after: readonly (Rule | RuleUpdate)[],
): Difference[] {
  const [old, now] = [byName(before), byName(after)]
  const names = [...new Set([...old.keys(), ...now.keys()])].sort()
  return names.flatMap((name): Difference[] => {
    const [was, is] = [old.get(name), now.get(name)]
    if (!was) return [{ name, kind: 'added', fields: [] }]
    if (!is) return [{ name, kind: 'removed', fields: [] }]
    const fields = Object.keys(was).flatMap((field) => {
      const [from, to] = [was[field] ?? '', is[field] ?? '']
      return from === to ? [] : [{ field, before: from, after: to }]
    })
    return fields.length > 0 ? [{ name, kind: 'changed', fields }] : []
  })
}

const byName = (rules: readonly (Rule | RuleUpdate)[]) => new Map(rules.map((rule) => [rule.name, textsOf(rule)]))

const endsText = (ends: readonly { type: string; value: string }[]) =>
  ends.map(({ type, value }) => `${type.replace('_', ' ')} ${value}`).join(', ')

/** Each field of a rule as text, to compare and show. */
function textsOf(rule: Rule | RuleUpdate): Record<string, string> {
  const { description, status, direction, action, priority, targets, filters } = toUpdate(rule)
  return {
    Description: description,
    Status: status,
    Direction: direction,
    Action: action,
    Priority: String(priority),
    Targets: endsText(targets),
    Hosts: endsText(filters.hosts ?? []),
    Ports: (filters.ports ?? []).join(', '),
    Protocols: (filters.protocols ?? []).join(', '),
  }
}
