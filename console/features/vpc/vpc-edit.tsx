// Editing a VPC, over its firewall rules.
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { VpcEditForm } from './vpc-form.tsx'
import { vpcView } from './vpc-queries.ts'

export default function VpcEditPage() {
  const navigate = useNavigate()
  const { project = '', vpc: name = '' } = useParams()
  const vpc = useData(vpcView(project, name))
  const to = (vpc: string) => navigate(paths.firewallRules({ project, vpc }))
  return <VpcEditForm project={project} vpc={vpc} onDone={(saved) => to(saved.name)} onClose={() => void to(name)} />
}
