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

export type Change = (rules: readonly RuleUpdate[]) => RuleUpdate[]

/** Puts a rule last, in place of the rule that had `oldName`. */
export const putRule =
  (rule: RuleUpdate, oldName?: string): Change =>
  (rules) => [...rules.filter(({ name }) => name !== oldName && name !== rule.name), rule]

export const removeRule =
  (name: string): Change =>
  (rules) =>
    rules.filter((rule) => rule.name !== name)

export const setStatus =
  (name: string, status: RuleUpdate['status']): Change =>
  (rules) =>
    rules.map((rule) => (rule.name === name ? { ...rule, status } : rule))
