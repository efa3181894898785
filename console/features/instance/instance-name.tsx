// The name of an instance, from its id. Pages load the first 1000 of the project; one beyond them is fetched by itself.
import { useData, useLoad } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { first1000Instances, instanceById } from './instance-queries.ts'

export function InstanceName({ project, id }: { project: string; id: string }) {
  const known = useData(first1000Instances(project)).items.find((one) => one.id === id)
  const { data } = useLoad(instanceById(id), { enabled: !known })
  if (!known && !data) return <Skeleton className="h-3 w-20" />
  const instance = known ?? (data?.type === 'success' ? data.data : undefined)
  if (!instance) return <Badge>Deleted</Badge>
  return <TextLink to={paths.instanceNetworking({ project, instance: instance.name })}>{instance.name}</TextLink>
}
