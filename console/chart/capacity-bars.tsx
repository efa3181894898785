// CPUs, memory and storage: how much of the quota is provisioned.
import { Cpu, HardDrive, MemoryStick } from '@lucide/icons'
import type { ReactNode } from 'react'
import { Icon } from '../ui/display/icon.tsx'
import type { Model } from '#contract/client.ts'
import { BigNum, Percent } from '../ui/display/numbers.tsx'
import { CapacityBar } from '../ui/page/progress.tsx'
import { isUnlimited } from '../util/quota.ts'
import { bytesToGiB, fullNum, percentOf, storageText } from '../util/format.ts'

type Counts = Model<'VirtualResourceCounts'>

interface CapacityBarsProps {
  provisioned: Counts
  quota: Counts
  quotaLabel?: string
  /** of any size, as quotas are set */
  storageInGiB?: boolean
}

const gib = {
  unit: 'GiB',
  noun: '',
  words: (size: number) => `${fullNum(bytesToGiB(size))} GiB`,
  amount: (size: number): ReactNode => (
    <>
      <BigNum value={bytesToGiB(size)} /> GiB
    </>
  ),
}

const kindsOf = (storageInGiB: boolean) => [
  {
    key: 'cpus' as const,
    title: 'CPU',
    unit: 'vCPUs',
    icon: <Icon icon={Cpu} />,
    words: (count: number) => fullNum(count),
    noun: ' vCPUs',
    amount: (count: number): ReactNode => <BigNum value={count} />,
  },
  {
    key: 'memory' as const,
    title: 'Memory',
    icon: <Icon icon={MemoryStick} />,
    ...gib,
  },
  {
    key: 'storage' as const,
    title: 'Storage',
    icon: <Icon icon={HardDrive} />,
    ...(storageInGiB ? gib : { unit: undefined, noun: '', words: storageText, amount: storageText }),
  },
]

export function CapacityBars({ provisioned, quota, quotaLabel = 'Quota', storageInGiB = false }: CapacityBarsProps) {
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      {kindsOf(storageInGiB).map(({ key, title, unit, icon, words, noun, amount }) => {
        const used = amount(provisioned[key])
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
              isLimited
                ? `${words(provisioned[key])} of ${words(quota[key])}${noun}`
                : `${words(provisioned[key])}${noun} used, no limit`
            }
            figure={
              quota[key] === 0 ? (
                <span className="text-sm font-medium text-muted">No quota yet</span>
              ) : isLimited ? (
                <Percent value={share} />
              ) : (
                used
              )
            }
            used={used}
            total={isLimited ? amount(quota[key]) : 'No limit'}
            usedLabel="Provisioned"
            totalLabel={quotaLabel}
          />
        )
      })}
    </div>
  )
}
