// Provisioned CPUs, memory and storage over time, with a range picker. The caller decides whose levels are read.
import { useMemo, useState, type ReactNode } from 'react'
import type { Model } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Query } from '../api.ts'
import { useFetching, useLoad } from '../use-api.ts'
import { DateRange } from '../ui/input/date-range.tsx'
import { presetRange, type Range, type RangePreset } from '../util/range.ts'
import { IntervalPicker } from '../ui/input/refresh.tsx'
import { isUnlimited, type Resource } from '../util/quota.ts'
import { GiB, TiB } from '../util/format.ts'
import { lastHour, levelChart, openingRange, type LevelName, type Levels } from './levels.ts'
import { TimeChart } from './time-chart.tsx'

const hour = lastHour.ms
const presets: readonly RangePreset[] = [
  lastHour,
  { value: '3-hours', label: 'Last 3 hours', ms: 3 * hour },
  { value: 'day', label: 'Last day', ms: 24 * hour },
  { value: 'week', label: 'Last week', ms: 7 * 24 * hour },
  { value: '30-days', label: 'Last 30 days', ms: 30 * 24 * hour },
]

interface LevelChartsProps {
  /** the operation that the charts read, for the busy indicator */
  operation: OperationId
  read: (name: LevelName, range: Range) => Query<Levels>
  /** next to the range picker */
  filter: ReactNode
  /** drawn as limits */
  quota?: Model<'VirtualResourceCounts'> | undefined
}

export function LevelCharts({ operation, read, filter, quota }: LevelChartsProps) {
  const [preset, setPreset] = useState(lastHour.value)
  const [range, setRange] = useState(() => openingRange())
  const busy = useFetching(operation)
  const slide = () => {
    const chosen = presets.find(({ value }) => value === preset)
    if (chosen) setRange(presetRange(chosen, new Date()))
  }
  return (
    <section aria-label="Over time">
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        {filter}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:ml-auto">
          <IntervalPicker onTick={slide} busy={busy} disabled={preset === 'custom'} />
          <DateRange
            presets={presets}
            preset={preset}
            range={range}
            onChange={(next, span) => {
              setPreset(next)
              setRange(span)
            }}
          />
        </div>
      </div>
      <div className="grid gap-4 xl:grid-cols-2 xl:*:nth-3:col-span-2">
        <LevelChart
          title="CPU"
          unit="Count"
          valueUnit="vCPUs"
          query={read('cpus_provisioned', range)}
          quota={limitOf('cpus', quota)}
          whole
        />
        <LevelChart
          title="Memory"
          unit="GiB"
          divisor={GiB}
          query={read('ram_provisioned', range)}
          quota={limitOf('memory', quota)}
        />
        <LevelChart
          title="Storage"
          unit="TiB"
          divisor={TiB}
          query={read('virtual_disk_space_provisioned', range)}
          quota={limitOf('storage', quota)}
        />
      </div>
    </section>
  )
}

const limitOf = (resource: Resource, quota: LevelChartsProps['quota']) =>
  quota && !isUnlimited(resource, quota[resource]) ? quota[resource] : undefined

interface LevelChartProps {
  title: string
  unit: string
  valueUnit?: string
  divisor?: number
  query: Query<Levels>
  quota?: number | undefined
  whole?: boolean
}

function LevelChart({ title, unit, valueUnit, divisor = 1, query, quota, whole }: LevelChartProps) {
  const { data, error } = useLoad(query)
  const chart = useMemo(() => data && levelChart(data, divisor), [data, divisor])
  return (
    <TimeChart
      title={title}
      unit={unit}
      valueUnit={valueUnit}
      text={data?.isCut && 'Too much data to show. Select a shorter period.'}
      data={chart}
      error={error}
      limit={quota === undefined ? undefined : { value: quota / divisor, label: 'Quota' }}
      whole={whole}
      sync="levels"
      step
    />
  )
}
