// How much of a pool is in use. IPv6 counts are 128-bit: they arrive as decimal text and are only ever BigInts here.
import type { Model } from '#contract/client.ts'
import { useLoad } from '../../use-api.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { BigNum, Percent } from '../../ui/display/numbers.tsx'
import { CapacityBar } from '../../ui/display/progress.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { fullNum, percentOf } from '../../util/format.ts'
import { usedOf, type Used } from './ip-pool-use.ts'
import { ipPoolUtilization } from './ip-pool-queries.ts'

const Share = ({ allocated, capacity }: Used) => (
  <span className="whitespace-nowrap">
    <BigNum value={allocated} /> <span className="text-muted">/</span> <BigNum value={capacity} />
  </span>
)

/** For a row of the list: each pool has its own request. */
export function UtilizationCell({ pool }: { pool: string }) {
  const { data, isError } = useLoad(ipPoolUtilization(pool))
  if (isError) return <span className="text-muted">Could not be read</span>
  if (!data) return <Skeleton className="h-3 w-20" />
  const { ipv4, ipv6 } = usedOf(data)
  if (ipv6.capacity === 0n) return <Share {...ipv4} />
  return (
    <span className="flex flex-col gap-1 py-1">
      <span className="flex items-center gap-2">
        <Badge>v4</Badge> <Share {...ipv4} />
      </span>
      <span className="flex items-center gap-2">
        <Badge>v6</Badge> <Share {...ipv6} />
      </span>
    </span>
  )
}

export function UtilizationBars({ utilization }: { utilization: Model<'IpPoolUtilization'> }) {
  const { ipv4, ipv6 } = usedOf(utilization)
  const bars = [
    { title: 'IPv4', ...ipv4 },
    { title: 'IPv6', ...ipv6 },
  ].filter(({ capacity }) => capacity > 0n)
  if (bars.length === 0) return null
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {bars.map(({ title, allocated, capacity }) => (
        <CapacityBar
          key={title}
          title={title}
          unit="IPs"
          label={`${title} addresses allocated`}
          value={percentOf(allocated, capacity)}
          valueText={`${fullNum(allocated)} of ${fullNum(capacity)} IPs`}
          figure={<Percent value={percentOf(allocated, capacity)} />}
          used={<BigNum value={allocated} />}
          total={<BigNum value={capacity} />}
          usedLabel="Allocated"
          totalLabel="Capacity"
        />
      ))}
    </div>
  )
}
