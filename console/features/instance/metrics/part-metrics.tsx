// Charts of one of an instance's disks or interfaces, or of all of them together.
import { useState } from 'react'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Icon, type IconData } from '../../../ui/display/icon.tsx'
import { NativeSelect } from '../../../ui/input/native-select.tsx'
import { useData } from '../../../use-api.ts'
import { instanceView } from '../instance-queries.ts'
import { MetricChart } from './metric-chart.tsx'
import type { RateUnit } from './metric-data.ts'
import { MetricsLayout } from './metrics-layout.tsx'
import { useMetrics } from './metrics-tab.tsx'

interface PartMetricsProps {
  /** disks or interfaces */
  parts: readonly { id: string; name: string }[]
  label: string
  allLabel: string
  empty: { icon: IconData; title: string; text: string }
  /** the target of the timeseries, and its fields for the instance and the part */
  target: string
  instanceField: string
  partField: string
  charts: readonly { metric: string; title: string; label: string; unit: RateUnit }[]
}

const ALL = 'all'

export function PartMetrics(props: PartMetricsProps) {
  const { parts, label, allLabel, empty, target, instanceField, partField, charts } = props
  const { project, instance: name, range } = useMetrics()
  const { id } = useData(instanceView(project, name))
  const [choice, choose] = useState(ALL)
  if (parts.length === 0) return <EmptyState {...empty} icon={<Icon icon={empty.icon} />} />
  // it may have been detached since
  const part = parts.find((each) => each.id === choice)
  const where = { [instanceField]: id, ...(part && { [partField]: part.id }) }
  return (
    <MetricsLayout
      picker={
        <NativeSelect
          aria-label={label}
          items={[{ value: ALL, label: allLabel }, ...parts.map((each) => ({ value: each.id, label: each.name }))]}
          value={part?.id ?? ALL}
          onChange={choose}
        />
      }
    >
      {charts.map(({ metric, ...chart }) => (
        <MetricChart
          key={metric}
          {...chart}
          query={{ metric: `${target}:${metric}`, range, where, groupBy: part ? undefined : instanceField }}
        />
      ))}
    </MetricsLayout>
  )
}
