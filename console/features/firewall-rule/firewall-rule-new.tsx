// A new firewall rule, blank or filled from another one, over the list.
import { useNavigate, useParams } from 'react-router'
import { MAX_NAME_LENGTH } from '#contract/limits.ts'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { RuleForm } from './firewall-rule-form.tsx'
import { firewallRules } from './firewall-rule-queries.ts'
import { emptyRule, valuesOf } from './rule-values.ts'

const COPY = '-copy'
const copyName = (name: string) => name.slice(0, MAX_NAME_LENGTH - COPY.length) + COPY

export default function RuleNewPage() {
  const navigate = useNavigate()
  const { project = '', vpc = '', rule: source } = useParams()
  const set = useData(firewallRules(project, vpc))
  const like = set.rules.find(({ name }) => name === source)
  const values = like ? { ...valuesOf(like), name: copyName(like.name) } : emptyRule(vpc)
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
