// CPUs, memory and storage: how much of the quota is provisioned.
import { Cpu, HardDrive, MemoryStick } from '@lucide/icons'
import { Icon } from '../ui/display/icon.tsx'
import type { Model } from '#contract/client.ts'
import { BigNum, Percent } from '../ui/display/numbers.tsx'
import { CapacityBar } from '../ui/display/progress.tsx'
import { isUnlimited } from '../util/quota.ts'
import { bytesToGiB, bytesToTiB, fullNum, percentOf } from '../util/format.ts'

type Counts = Model<'VirtualResourceCounts'>

interface CapacityBarsProps {
  provisioned: Counts
  quota: Counts
  quotaLabel?: string
  /** quotas are set in GiB */
  storageIn?: 'GiB' | 'TiB'
}

const kindsOf = (storageUnit: 'GiB' | 'TiB') => [
  {
    key: 'cpus' as const,
    title: 'CPU',
    unit: 'vCPUs',
    suffix: '',
    icon: <Icon icon={Cpu} />,
    amount: (count: number) => count,
  },
  {
    key: 'memory' as const,
    title: 'Memory',
    unit: 'GiB',
    suffix: ' GiB',
    icon: <Icon icon={MemoryStick} />,
    amount: bytesToGiB,
  },
  {
    key: 'storage' as const,
    title: 'Storage',
    unit: storageUnit,
    suffix: ` ${storageUnit}`,
    icon: <Icon icon={HardDrive} />,
    amount: storageUnit === 'GiB' ? bytesToGiB : bytesToTiB,
  },
]

export function CapacityBars({ provisioned, quota, quotaLabel = 'Quota', storageIn = 'TiB' }: CapacityBarsProps) {
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      {kindsOf(storageIn).map(({ key, title, unit, suffix, icon, amount }) => {
        const [used, total] = [amount(provisioned[key]), amount(quota[key])]
        const isLimited = !isUnlimited(key, quota[key])
        const share = percentOf(provisioned[key], quota[key])
        return (
          <CapacityBar
            key={key}
            icon={icon}
            title={title}
            unit={unit}
            label={`${title} provisioned`}
            value={isLimited ? share : 0}
            valueText={
              isLimited ? `${fullNum(used)} of ${fullNum(total)} ${unit}` : `${fullNum(used)} ${unit} used, no limit`
            }
            figure={
              quota[key] === 0 ? (
                <span className="text-sm font-medium text-muted">No quota yet</span>
              ) : isLimited ? (
                <Percent value={share} />
              ) : (
                <Amount value={used} suffix={suffix} />
              )
            }
            used={<Amount value={used} suffix={suffix} />}
            total={isLimited ? <Amount value={total} suffix={suffix} /> : 'No limit'}
            usedLabel="Provisioned"
            totalLabel={quotaLabel}
          />
        )
      })}
    </div>
  )
}

function Amount({ value, suffix }: { value: number; suffix: string }) {
  return (
    <>
      <BigNum value={value} />
      {suffix}
    </>
  )
}
