// A new VPC, over the list.
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { VpcCreateForm } from './vpc-form.tsx'

export default function VpcNewPage() {
  const navigate = useNavigate()
  const { project = '' } = useParams()
  return (
    <VpcCreateForm
      project={project}
      onDone={({ name }) => navigate(paths.firewallRules({ project, vpc: name }))}
      onClose={() => void navigate(paths.vpcs({ project }))}
    />
  )
}
