// The name of a router, from its id.
import { useData, useLoad } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { first1000Routers, routerById } from './vpc-router-queries.ts'

export function RouterName({ project, vpc, id }: { project: string; vpc: string; id: string }) {
  const known = useData(first1000Routers(project, vpc)).items.find((one) => one.id === id)
  const { data } = useLoad(routerById(id), { enabled: !known })
  if (!known && !data) return <Skeleton className="h-3 w-16" />
  const router = known ?? (data?.type === 'success' ? data.data : undefined)
  if (!router) return <Badge>Deleted</Badge>
  return <TextLink to={paths.router({ project, vpc, router: router.name })}>{router.name}</TextLink>
}
