// Provisioned CPUs, memory and storage over time, with a range picker. The caller decides whose levels are read.
import { useMemo, type ReactNode } from 'react'
import type { Model } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Query } from '../api.ts'
import { useLoad } from '../use-api.ts'
import type { Range } from '../util/range.ts'
import { isUnlimited, type Resource } from '../util/quota.ts'
import { GiB } from '../util/format.ts'
import { useChartRange } from './chart-range.tsx'
import { levelChart, storageUnit, type LevelName, type Levels, type LevelUnit } from './levels.ts'
import { TimeChart } from './time-chart.tsx'

const PRESETS = { day: 'Last day', week: 'Last week' }

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
  const { range, controls } = useChartRange({ operation, labels: PRESETS })
  return (
    <section aria-label="Over time">
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        {filter}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:ml-auto">{controls}</div>
      </div>
      <div className="grid gap-4 xl:grid-cols-2 xl:*:nth-3:col-span-2">
        <LevelChart
          title="CPU"
          unit={{ name: 'Count', size: 1 }}
          valueUnit="vCPUs"
          query={read('cpus_provisioned', range)}
          quota={limitOf('cpus', quota)}
          whole
        />
        <LevelChart
          title="Memory"
          unit={{ name: 'GiB', size: GiB }}
          query={read('ram_provisioned', range)}
          quota={limitOf('memory', quota)}
        />
        <LevelChart
          title="Storage"
          unit={storageUnit}
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
  unit: LevelUnit | ((levels: Levels | undefined) => LevelUnit)
  valueUnit?: string
  query: Query<Levels>
  quota?: number | undefined
  whole?: boolean
}

function LevelChart({ title, unit, valueUnit, query, quota, whole }: LevelChartProps) {
  const { data, error } = useLoad(query)
  const { name, size } = typeof unit === 'function' ? unit(data) : unit
  const chart = useMemo(() => data && levelChart(data, size), [data, size])
  return (
    <TimeChart
      title={title}
      unit={name}
      valueUnit={valueUnit}
      text={data?.isCut && 'Too much data to show. Select a shorter period.'}
      data={chart}
      error={error}
      limit={quota === undefined ? undefined : { value: quota / size, label: 'Quota' }}
      whole={whole}
      sync="levels"
      step
    />
  )
}
