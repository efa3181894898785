// The name of a VPC by its id.
import { useLoad } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { vpcById } from './vpc-queries.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { TextLink } from '../../frame/link.tsx'

export function VpcName({ project, id }: { project: string; id: string }) {
  const { data } = useLoad(vpcById(id))
  if (!data) return <Skeleton className="h-3 w-16" />
  if (data.type !== 'success') return <Badge>Deleted</Badge>
  const { name } = data.data
  return <TextLink to={paths.firewallRules({ project, vpc: name })}>{name}</TextLink>
}
