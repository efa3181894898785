// A new route, over the page of its router: blank, or filled with a route that another page suggests.
import { useLocation, useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { routerView } from './vpc-router-queries.ts'
import { SystemRouterNotice } from './system-router-notice.tsx'
import { RouteForm, type RouteCreate } from './vpc-router-route-form.tsx'

export default function RouteNewPage() {
  const navigate = useNavigate()
  const { project = '', vpc = '', router = '' } = useParams()
  const { kind } = useData(routerView(project, vpc, router))
  const leave = () => navigate(paths.router({ project, vpc, router }))
  const { suggested } = (useLocation().state ?? {}) as { suggested?: RouteCreate }
  if (kind === 'system') return <SystemRouterNotice onClose={() => void leave()} />
  return (
    <RouteForm
      project={project}
      vpc={vpc}
      router={router}
      suggested={suggested}
      onDone={leave}
      onClose={() => void leave()}
    />
  )
}
