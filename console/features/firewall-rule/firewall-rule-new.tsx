// A new firewall rule over the list: blank, filled from another one, or filled with a rule that another page suggests.
import { useLocation, useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { RuleForm } from './firewall-rule-form.tsx'
import { firewallRules, type RuleUpdate } from './firewall-rule-queries.ts'
import { updatesOf } from './rule-changes.ts'
import { copyName, emptyRule, valuesOf } from './rule-values.ts'

export default function RuleNewPage() {
  const navigate = useNavigate()
  const { project = '', vpc = '', rule: source } = useParams()
  const set = useData(firewallRules(project, vpc))
  const like = updatesOf(set.rules, vpc).find(({ name }) => name === source)
  const { suggested } = (useLocation().state ?? {}) as { suggested?: RuleUpdate }
  const values = like
    ? { ...valuesOf(like), name: copyName(like.name, set.rules) }
    : suggested
      ? valuesOf(suggested)
      : emptyRule(vpc)
  return (
    <RuleForm
      key={source}
      project={project}
      vpc={vpc}
      set={set}
      values={values}
      onClose={() => navigate(paths.firewallRules({ project, vpc }))}
    />
  )
}
