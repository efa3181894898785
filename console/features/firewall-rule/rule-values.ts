// The values of the firewall rule form, from a rule and back to one.
import { MAX_NAME_LENGTH } from '#contract/limits.ts'
import type { Rule, RuleUpdate } from './firewall-rule-queries.ts'

export type RuleEnd = RuleUpdate['targets'][number]
export type Protocol = 'TCP' | 'UDP' | 'ICMP'

export interface RuleValues {
  enabled: boolean
  name: string
  description: string
  action: RuleUpdate['action']
  direction: RuleUpdate['direction']
  priority: number
  targets: RuleEnd[]
  hosts: RuleEnd[]
  ports: string[]
  protocols: Protocol[]
  /** typed and not added yet */
  targetDraft: string
  hostDraft: string
  portDraft: string
}

const drafts = { targetDraft: '', hostDraft: '', portDraft: '' }

export const emptyRule = (vpc: string): RuleValues => ({
  enabled: true,
  name: '',
  description: '',
  action: 'allow',
  direction: 'inbound',
  priority: 0,
  targets: [{ type: 'vpc', value: vpc }],
  hosts: [],
  ports: [],
  protocols: [],
  ...drafts,
})

export const valuesOf = ({ status, filters, ...rule }: Rule | RuleUpdate): RuleValues => ({
  enabled: status === 'enabled',
  name: rule.name,
  description: rule.description,
  action: rule.action,
  direction: rule.direction,
  priority: rule.priority,
  targets: rule.targets,
  hosts: filters.hosts ?? [],
  ports: filters.ports ?? [],
  protocols: filters.protocols ?? [],
  ...drafts,
})

export const ruleOf = (values: RuleValues): RuleUpdate => ({
  name: values.name,
  description: values.description,
  status: values.enabled ? 'enabled' : 'disabled',
  direction: values.direction,
  targets: values.targets,
  filters: { hosts: values.hosts, ports: values.ports, protocols: values.protocols },
  action: values.action,
  priority: values.priority,
})

/** A name for a copy that no other rule has: web-copy, web-copy-2, … */
export function copyName(name: string, rules: readonly { name: string }[]): string {
  for (let n = 1; ; n += 1) {
    const ending = n === 1 ? '-copy' : `-copy-${n}`
    const wanted = name.slice(0, MAX_NAME_LENGTH - ending.length) + ending
    if (rules.every((rule) => rule.name !== wanted)) return wanted
  }
}
