// The name of a VPC by its id. A VPC beyond the first 1000 of the project is fetched on its own.
import { useData, useLoad } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { first1000Vpcs, vpcById } from './vpc-queries.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { TextLink } from '../../frame/link.tsx'

export function VpcName({ project, id }: { project: string; id: string }) {
  const known = useData(first1000Vpcs(project)).items.find((one) => one.id === id)
  const { data } = useLoad(vpcById(id), { enabled: !known })
  if (!known && !data) return <Skeleton className="h-3 w-16" />
  const vpc = known ?? (data?.type === 'success' ? data.data : undefined)
  if (!vpc) return <Badge>Deleted</Badge>
  return <TextLink to={paths.firewallRules({ project, vpc: vpc.name })}>{vpc.name}</TextLink>
}
