// Converts query results to chart data.
import type { Data } from '#contract/client.ts'

export type QueryResult = Data<'timeseries_query'>

export interface Sum {
  /** in ms, ascending */
  times: number[]
  values: (number | null)[]
  /** how many series were added up */
  count: number
}

type Series = QueryResult['tables'][number]['timeseries'][string]

/** The series of the first table: what charts ask for has one. */
export const seriesOf = ({ tables: [table] }: QueryResult): Series[] => Object.values(table?.timeseries ?? {})

/** Sums per moment. Gaps count as zero unless all series have one there. */
export function sumOf(all: readonly Series[]): Sum {
  const sums = new Map<number, number | null>()
  for (const { points } of all) {
    const values = points.values[0]?.values.values ?? []
    for (const [at, timestamp] of points.timestamps.entries()) {
      const time = Date.parse(timestamp)
      const [sum, value] = [sums.get(time) ?? null, values[at]]
      sums.set(time, typeof value === 'number' ? (sum ?? 0) + value : sum)
    }
  }
  const sorted = [...sums].sort(([one], [other]) => one - other)
  return { times: sorted.map(([time]) => time), values: sorted.map(([, value]) => value), count: all.length }
}

/** Only points from this moment on; earlier ones were requested only as a baseline. */
export function since({ times, values, count }: Sum, start: number): Sum {
  const first = times.findIndex((time) => time >= start)
  return first < 0
    ? { times: [], values: [], count }
    : { times: times.slice(first), values: values.slice(first), count }
}

/** Inserts null where points are missing, so that no line is drawn across the gap. */
export function withGaps({ times, values, count }: Sum, periodMs: number): Sum {
  const filled: Sum = { times: [], values: [], count }
  for (const [at, time] of times.entries()) {
    const before = times[at - 1]
    if (before !== undefined && time - before > 1.5 * periodMs) {
      filled.times.push(before + periodMs)
      filled.values.push(null)
    }
    filled.times.push(time)
    filled.values.push(values[at] ?? null)
  }
  return filled
}

/** Several sums over the union of their times. */
export function onSameTimes(sums: readonly Sum[]): { times: number[]; values: (number | null)[][] } {
  const times = [...new Set(sums.flatMap((sum) => sum.times))].sort((one, other) => one - other)
  const values = sums.map((sum) => {
    const at = new Map(sum.times.map((time, index) => [time, sum.values[index] ?? null]))
    return times.map((time) => at.get(time) ?? null)
  })
  return { times, values }
}

const MUCH_LONGER = 3

/** Moments of gaps, where the period is not known: in a pause much longer than those beside it, no sample was taken. */
export function breaksIn(times: readonly number[]): number[] {
  const pauseBefore = (at: number) => (at > 0 && at < times.length ? times[at]! - times[at - 1]! : undefined)
  return times.flatMap((time, at) => {
    const pause = pauseBefore(at)
    const beside = [pauseBefore(at - 1), pauseBefore(at + 1)].filter((each) => each !== undefined)
    const isBreak = pause !== undefined && beside.length > 0 && pause > MUCH_LONGER * Math.max(...beside)
    return isBreak ? [time - pause / 2] : []
  })
}
