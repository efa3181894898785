// How many routes a router has.
import { useLoad } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { first1000Routes } from '../vpc-router-route/vpc-router-route-queries.ts'

export function RouteCount({ project, vpc, router }: { project: string; vpc: string; router: string }) {
  const { data } = useLoad(first1000Routes(project, vpc, router))
  if (!data) return <Skeleton className="h-3 w-6" />
  const count = `${data.items.length}${data.nextPage ? '+' : ''}`
  return (
    <TextLink to={paths.router({ project, vpc, router })} aria-label={`${count} routes of ${router}`}>
      {count}
    </TextLink>
  )
}
