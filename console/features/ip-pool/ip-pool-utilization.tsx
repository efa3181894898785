// How much of a pool is in use. IPv6 counts are 128-bit: they arrive as decimal text and are only ever BigInts here.
import type { Model } from '#contract/client.ts'
import { BigNum, Percent } from '../../ui/display/numbers.tsx'
import { CapacityBar } from '../../ui/page/progress.tsx'
import { fullNum, percentOf } from '../../util/format.ts'
import { usedOf } from './ip-pool-use.ts'

export function UtilizationBars({ utilization }: { utilization: Model<'IpPoolUtilization'> }) {
  const { ipv4, ipv6 } = usedOf(utilization)
  const bars = [
    { title: 'IPv4 addresses', ...ipv4 },
    { title: 'IPv6 addresses', ...ipv6 },
  ].filter(({ capacity }) => capacity > 0n)
  if (bars.length === 0) return null
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {bars.map(({ title, allocated, capacity }) => (
        <CapacityBar
          key={title}
          title={title}
          label={`${title} allocated`}
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
