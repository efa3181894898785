// Editing a route, over the page of its router. Another page can suggest a target.
import { useLocation, useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { RouteForm, type RouteCreate } from './vpc-router-route-form.tsx'
import { routeView } from './vpc-router-route-queries.ts'

export default function RouteEditPage() {
  const navigate = useNavigate()
  const { project = '', vpc = '', router = '', route: name = '' } = useParams()
  const route = useData(routeView(project, vpc, router, name))
  const { suggested } = (useLocation().state ?? {}) as { suggested?: RouteCreate['target'] }
  const leave = () => navigate(paths.router({ project, vpc, router }))
  return (
    <RouteForm
      project={project}
      vpc={vpc}
      router={router}
      route={route}
      suggested={suggested && { ...route, target: suggested }}
      onDone={leave}
      onClose={() => void leave()}
    />
  )
}
