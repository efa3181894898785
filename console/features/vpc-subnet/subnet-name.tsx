// The name of a subnet, from the ids of the subnet and its VPC.
import { useLoad } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { vpcById } from '../vpc/vpc-queries.ts'
import { subnetById } from './vpc-subnet-queries.ts'

export function SubnetName({ project, vpc: vpcId, id }: { project: string; vpc: string; id: string }) {
  const vpc = useLoad(vpcById(vpcId)).data
  const { data } = useLoad(subnetById(id))
  if (!data || !vpc) return <Skeleton className="h-3 w-16" />
  if (data.type !== 'success') return <Badge>Deleted</Badge>
  const { name } = data.data
  if (vpc.type !== 'success') return name
  return <TextLink to={paths.subnetEdit({ project, vpc: vpc.data.name, subnet: name })}>{name}</TextLink>
}
