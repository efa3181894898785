// How many of a subnet's IPv4 addresses are in use.
import { useLoad } from '../../use-api.ts'
import { Meter } from '../../ui/page/progress.tsx'
import { Unloaded } from '../../ui/display/skeleton.tsx'
import { usableAddresses } from './subnet-size.ts'
import { vpcInterfaces } from './vpc-subnet-queries.ts'

interface UsageProps {
  project: string
  vpc: string
  subnet: { id: string; name: string; ipv4Block: string }
}

export function SubnetUsage({ project, vpc, subnet }: UsageProps) {
  // one query for all rows, because a query per row would request a subnet that was just deleted
  const { data, isError } = useLoad(vpcInterfaces(project, vpc))
  if (!data) return <Unloaded isError={isError} className="h-3 w-28" />
  const usable = usableAddresses(subnet.ipv4Block)
  const used = data.filter(({ subnetId }) => subnetId === subnet.id).length
  const text = `${used.toLocaleString()} used, ${(usable - used).toLocaleString()} free`
  return (
    <span className="flex items-center gap-2 tabular-nums">
      <span className="w-16 shrink-0">
        <Meter compact label={`Addresses of ${subnet.name}`} value={(100 * used) / usable} valueText={text} />
      </span>
      {text}
    </span>
  )
}
