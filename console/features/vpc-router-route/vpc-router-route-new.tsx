// A new route, over the page of its router.
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { routerView } from '../vpc-router/vpc-router-queries.ts'
import { SystemRouterNotice } from './system-router-notice.tsx'
import { RouteForm } from './vpc-router-route-form.tsx'

export default function RouteNewPage() {
  const navigate = useNavigate()
  const { project = '', vpc = '', router = '' } = useParams()
  const { kind } = useData(routerView(project, vpc, router))
  const leave = () => navigate(paths.router({ project, vpc, router }))
  if (kind === 'system') return <SystemRouterNotice onClose={() => void leave()} />
  return <RouteForm project={project} vpc={vpc} router={router} onDone={leave} onClose={() => void leave()} />
}
