// Editing a firewall rule, over the list, with changes that another page suggests.
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { RuleForm } from './firewall-rule-form.tsx'
import { firewallRules, type RuleUpdate } from './firewall-rule-queries.ts'
import { updatesOf } from './rule-changes.ts'
import { valuesOf } from './rule-values.ts'

export default function RuleEditPage() {
  const navigate = useNavigate()
  const { project = '', vpc = '', rule: name = '' } = useParams()
  const set = useData(firewallRules(project, vpc))
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
      onClose={() => navigate(paths.firewallRules({ project, vpc }))}
    />
  )
}
