// Editing a subnet, over the list.
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { SubnetEditForm } from './vpc-subnet-form.tsx'
import { subnetView } from './vpc-subnet-queries.ts'

export default function SubnetEditPage() {
  const navigate = useNavigate()
  const { project = '', vpc = '', subnet = '' } = useParams()
  const leave = () => navigate(paths.subnets({ project, vpc }))
  return (
    <SubnetEditForm
      project={project}
      vpc={vpc}
      subnet={useData(subnetView(project, vpc, subnet))}
      onDone={leave}
      onClose={() => void leave()}
    />
  )
}
