// Editing a floating IP, over the list.
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { FloatingIpEditForm } from './floating-ip-form.tsx'
import { floatingIpView } from './floating-ip-queries.ts'

export default function FloatingIpEditPage() {
  const navigate = useNavigate()
  const { project = '', floatingIp: name = '' } = useParams()
  const floatingIp = useData(floatingIpView(project, name))
  const leave = () => navigate(paths.floatingIps({ project }))
  return <FloatingIpEditForm project={project} floatingIp={floatingIp} onDone={leave} onClose={() => void leave()} />
}
