// Editing a firewall rule, with changes that another page suggests.
import { useState } from 'react'
import { useLocation } from 'react-router'
import { RuleForm } from './firewall-rule-form.tsx'
import type { RuleSet, RuleUpdate } from './firewall-rule-queries.ts'
import { updatesOf } from './rule-changes.ts'
import { valuesOf } from './rule-values.ts'

interface RuleEditProps {
  project: string
  vpc: string
  set: RuleSet
  rule: string
  onClose: () => unknown
}

export function RuleEditForm({ project, vpc, set, rule: name, onClose }: RuleEditProps) {
  const { suggested } = (useLocation().state ?? {}) as { suggested?: Partial<RuleUpdate> }
  // another user may delete the rule meanwhile: the form stays, and saving asks what to do
  const [rule] = useState(() => updatesOf(set.rules, vpc).find((one) => one.name === name))
  if (!rule) return null
  return (
    <RuleForm
      project={project}
      vpc={vpc}
      set={set}
      values={valuesOf({ ...rule, ...suggested })}
      editing={name}
      onClose={onClose}
    />
  )
}
