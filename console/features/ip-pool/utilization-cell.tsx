// How much of a pool is in use, in a cell of the list of pools.
import { useLoad } from '../../use-api.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { BigNum } from '../../ui/display/numbers.tsx'
import { RowMeter } from '../../ui/page/progress.tsx'
import { Unloaded } from '../../ui/display/skeleton.tsx'
import { percentOf, percentText } from '../../util/format.ts'
import { usedOf, type Used } from './ip-pool-use.ts'
import { ipPoolUtilization } from './ip-pool-queries.ts'

function Share({ allocated, capacity }: Used) {
  const percent = percentOf(allocated, capacity)
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span>
        <BigNum value={allocated} /> <span className="text-muted">/</span> <BigNum value={capacity} />
      </span>
      {capacity > 0 && <RowMeter label="Allocated" value={percent} valueText={`${percentText(percent)} allocated`} />}
    </span>
  )
}

/** Each pool has its own request. A pool that was just deleted must not take the list with it. */
export function UtilizationCell({ pool }: { pool: string }) {
  const { data, isError } = useLoad(ipPoolUtilization(pool), { optional: true })
  if (!data) return <Unloaded isError={isError} />
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
