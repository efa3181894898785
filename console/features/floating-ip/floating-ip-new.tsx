// A new floating IP, over the list.
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { FloatingIpCreateForm } from './floating-ip-form.tsx'

export default function FloatingIpNewPage() {
  const navigate = useNavigate()
  const { project = '' } = useParams()
  const leave = () => navigate(paths.floatingIps({ project }))
  return <FloatingIpCreateForm project={project} onDone={leave} onClose={() => void leave()} />
}
