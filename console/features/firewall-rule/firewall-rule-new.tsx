// Creating a firewall rule: blank, filled from another one, or filled with a rule that another page suggests.
import { useLocation } from 'react-router'
import { RuleForm } from './firewall-rule-form.tsx'
import type { RuleSet, RuleUpdate } from './firewall-rule-queries.ts'
import { updatesOf } from './rule-changes.ts'
import { copyName, emptyRule, valuesOf } from './rule-values.ts'

interface RuleNewProps {
  project: string
  vpc: string
  set: RuleSet
  /** the name of the rule to copy */
  rule?: string
  onClose: () => unknown
}

export function RuleNewForm({ project, vpc, set, rule: source, onClose }: RuleNewProps) {
  const like = updatesOf(set.rules, vpc).find(({ name }) => name === source)
  const { suggested } = (useLocation().state ?? {}) as { suggested?: RuleUpdate }
  const values = like
    ? { ...valuesOf(like), name: copyName(like.name, set.rules) }
    : suggested
      ? valuesOf(suggested)
      : emptyRule(vpc)
  return <RuleForm key={source} project={project} vpc={vpc} set={set} values={values} onClose={onClose} />
}
