// What a new instance will take from the silo's quota, what is left of it, and a warning if that is not enough.
import { Gauge } from '@lucide/icons'
import { Icon } from '../../../ui/display/icon.tsx'
import { useWatch } from 'react-hook-form'
import { useData } from '../../../use-api.ts'
import { utilization } from '../../utilization/utilization-queries.ts'
import { Message } from '../../../ui/display/message.tsx'
import { Meter } from '../../../ui/page/progress.tsx'
import { percentOf } from '../../../util/format.ts'
import { amountText, isUnlimited, leftOf, usesText } from '../../../util/quota.ts'
import { quotaProblem } from './quota-problem.ts'
import { takenBy, type InstanceValues } from './values.ts'

const rows = [
  { key: 'cpus', name: 'vCPUs' },
  { key: 'memory', name: 'Memory' },
  { key: 'storage', name: 'Storage' },
] as const

export function QuotaSection() {
  const values = useWatch<InstanceValues>()
  const use = useData(utilization())
  const { capacity, provisioned } = use
  const taken = takenBy(values as InstanceValues)
  return (
    <aside
      aria-labelledby="quota-title"
      className="min-[1440px]:absolute min-[1440px]:inset-y-0 min-[1440px]:left-full min-[1440px]:mt-0! min-[1440px]:ml-8 min-[1440px]:w-72"
    >
      <div className="rounded-md border border-line bg-raised p-4 min-[1440px]:sticky min-[1440px]:top-6">
        <h2 id="quota-title" className="flex items-center gap-2 text-sm font-medium">
          <Icon icon={Gauge} className="size-4 text-muted" />
          Silo quota
        </h2>
        <dl className="mt-3 space-y-3">
          {rows.map(({ key, name }) => {
            const left = leftOf(use, key)
            const after = provisioned[key] + taken[key]
            const over = taken[key] > left
            const isLimited = !isUnlimited(key, capacity[key])
            return (
              <div key={key}>
                <dt className="text-xs text-muted">{name}</dt>
                <dd className="text-sm tabular-nums">
                  {usesText(key, taken[key], use)}
                  {isLimited && (
                    <div className="mt-1">
                      <Meter
                        compact
                        label={`${name} of the silo in use with this instance`}
                        value={percentOf(after, capacity[key])}
                        valueText={`${amountText(key, after)} of ${amountText(key, capacity[key])}`}
                      />
                    </div>
                  )}
                  {over && (
                    <p className="mt-1 text-xs text-danger">{amountText(key, taken[key] - left)} over the quota</p>
                  )}
                </dd>
              </div>
            )
          })}
        </dl>
        <p className="mt-3 text-xs text-muted">
          {values.start
            ? 'CPU and memory count while running; storage until disks are deleted.'
            : 'While stopped it only uses storage. CPU and memory count once started.'}
        </p>
      </div>
    </aside>
  )
}

/** Says before the form is sent that the instance will not start, or cannot be created. */
export function QuotaWarning() {
  const values = useWatch<InstanceValues>()
  const problem = quotaProblem(values as InstanceValues, useData(utilization()))
  return (
    <output className="block">
      {problem && (
        <Message tone="notice" title={problem.title}>
          {problem.text}
        </Message>
      )}
    </output>
  )
}
