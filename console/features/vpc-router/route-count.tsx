// The number of routes of a router. One query serves all rows, so that a deleted router is not requested.
import { useLoad } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { counted } from '../../util/count.ts'
import { Unloaded } from '../../ui/display/skeleton.tsx'
import { vpcRoutes } from '../internet-gateway/internet-gateway-queries.ts'

export function RouteCount({ project, vpc, router }: { project: string; vpc: string; router: string }) {
  const { data, isError } = useLoad(vpcRoutes(project, vpc))
  if (!data) return <Unloaded isError={isError} className="h-3 w-6" />
  const count = data.filter((route) => route.router === router).length
  return (
    <TextLink to={paths.router({ project, vpc, router })} aria-label={`${counted(count, 'route')} of ${router}`}>
      {count}
    </TextLink>
  )
}
