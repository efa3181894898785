// The series of an instance's charts, from what was measured.
import type { ChartData } from '../../../chart/chart-data.ts'
import type { Measured } from '../../timeseries/measured-queries.ts'
import { onSameTimes } from '../../../chart/series.ts'
import { cpuPercent, mibPerSecond, perSecond } from '../../../chart/units.ts'

/** From the bottom of a stack to its top. */
export const cpuStates = [
  { value: 'run', label: 'Running', text: 'Time spent executing instructions of the guest' },
  { value: 'emulation', label: 'Emulation', text: 'Time spent emulating devices for the guest' },
  { value: 'waiting', label: 'Waiting', text: 'Time spent ready to run, waiting for a physical CPU' },
  { value: 'idle', label: 'Idle', text: 'Time spent with nothing to do' },
] as const

const percents = (values: readonly (number | null)[], vcpus: number) =>
  values.map((value) => (value === null ? null : cpuPercent(value, vcpus)))

export function stateChart({ range, sums, counted }: Measured, label: string): ChartData {
  const { times, values } = sums.get('') ?? { times: [], values: [] }
  return { ...range, times, series: [{ label, values: percents(values, counted) }] }
}

export function stackedChart({ range, sums, counted }: Measured): ChartData {
  const known = cpuStates.flatMap(({ value, label }) => {
    const sum = sums.get(value)
    return sum ? [{ label, sum }] : []
  })
  const { times, values } = onSameTimes(known.map(({ sum }) => sum))
  return {
    ...range,
    times,
    series: known.map(({ label }, at) => ({ label, values: percents(values[at] ?? [], counted) })),
  }
}

/** What a counter counts, per second. */
export type RateUnit = 'IOPS' | 'packets/s' | 'MiB/s'

export function counterChart({ range, sums }: Measured, label: string, unit: RateUnit): ChartData {
  const { times, values } = sums.get('') ?? { times: [], values: [] }
  const rate = unit === 'MiB/s' ? mibPerSecond : perSecond
  return { ...range, times, series: [{ label, values: values.map((value) => (value === null ? null : rate(value))) }] }
}
