// Editing a route, over the page of its router.
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { RouteForm } from './vpc-router-route-form.tsx'
import { routeView } from './vpc-router-route-queries.ts'

export default function RouteEditPage() {
  const navigate = useNavigate()
  const { project = '', vpc = '', router = '', route = '' } = useParams()
  const leave = () => navigate(paths.router({ project, vpc, router }))
  return (
    <RouteForm
      project={project}
      vpc={vpc}
      router={router}
      route={useData(routeView(project, vpc, router, route))}
      onDone={leave}
      onClose={() => void leave()}
    />
  )
}
