// A new subnet, over the list.
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { SubnetCreateForm } from './vpc-subnet-form.tsx'

export default function SubnetNewPage() {
  const navigate = useNavigate()
  const { project = '', vpc = '' } = useParams()
  const leave = () => navigate(paths.subnets({ project, vpc }))
  return <SubnetCreateForm project={project} vpc={vpc} onDone={leave} onClose={() => void leave()} />
}
