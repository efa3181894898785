// What the ready charts show, and their series: the busiest instances by name.
import type { ChartData } from '../../chart/chart-data.ts'
import { MAX_SERIES, type Slots } from '../../chart/series-colors.tsx'
import { onSameTimes, type Sum } from '../../chart/series.ts'
import { cpuPercent, mibPerSecond, perSecond } from '../../chart/units.ts'
import type { Range } from '../../util/range.ts'
import type { Measured } from './measured-queries.ts'
import type { MetricQuery } from './oxql-queries.ts'

export interface KnownInstance {
  id: string
  /** unique */
  label: string
  ncpus: number
  labels?: readonly string[]
}

export interface ReadyChart {
  title: string
  unit: '%' | 'IOPS' | 'MiB/s'
  metric: string
  where: Readonly<Record<string, string>>
  /** the field with the instance */
  field: 'instance_id' | 'attached_instance_id'
}

export const readyCharts: readonly ReadyChart[] = [
  { title: 'CPU', unit: '%', metric: 'virtual_machine:vcpu_usage', where: { state: 'run' }, field: 'instance_id' },
  { title: 'Disk reads', unit: 'IOPS', metric: 'virtual_disk:reads', where: {}, field: 'attached_instance_id' },
  { title: 'Disk writes', unit: 'IOPS', metric: 'virtual_disk:writes', where: {}, field: 'attached_instance_id' },
  {
    title: 'Network received',
    unit: 'MiB/s',
    metric: 'instance_network_interface:bytes_received',
    where: {},
    field: 'instance_id',
  },
  {
    title: 'Network sent',
    unit: 'MiB/s',
    metric: 'instance_network_interface:bytes_sent',
    where: {},
    field: 'instance_id',
  },
]

export const readyQuery = (
  { metric, where, field }: ReadyChart,
  range: Range,
  chosen: readonly string[],
): MetricQuery => ({
  metric,
  range,
  where,
  ...(chosen.length > 0 && { anyOf: { [field]: chosen } }),
  groupBy: field,
})

interface TopInstances {
  data: ChartData
  /** instances that are not drawn */
  hidden: number
}

const NO_INSTANCE: KnownInstance = { id: '', label: '', ncpus: 0 }

/** The instances with the highest average. One that no longer exists has neither a name nor a number of vCPUs, and is left out. */
export function topInstances(
  { range, sums }: Measured,
  unit: ReadyChart['unit'],
  instances: readonly KnownInstance[],
  slots: Slots,
): TopInstances {
  const known = new Map(instances.map((each) => [each.id, each]))
  const all = [...sums].flatMap(([id, sum]) => {
    const instance = known.get(id) ?? NO_INSTANCE
    return instance.id ? [{ id, label: instance.label, sum: inUnit(sum, unit, instance.ncpus) }] : []
  })
  const sorted = all.toSorted((one, other) => averageOf(other.sum) - averageOf(one.sum))
  const drawn = sorted.slice(0, MAX_SERIES)
  const { times, values } = onSameTimes(drawn.map(({ sum }) => sum))
  const looks = slots.of(drawn.map(({ id }) => id))
  const series = drawn.map(({ label }, at) => ({ label, slot: looks[at]!, values: values[at] ?? [] }))
  return {
    data: { ...range, times, series },
    hidden: sorted.length - drawn.length,
  }
}

function inUnit(sum: Sum, unit: ReadyChart['unit'], ncpus: number): Sum {
  const convert = (value: number) =>
    unit === '%' ? cpuPercent(value, ncpus) : unit === 'MiB/s' ? mibPerSecond(value) : perSecond(value)
  return { ...sum, values: sum.values.map((value) => (value === null ? null : convert(value))) }
}

function averageOf({ values }: Sum): number {
  const present = values.filter((value) => value !== null)
  return present.reduce((total, value) => total + value, 0) / (present.length || 1)
}
