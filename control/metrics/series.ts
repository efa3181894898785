// Turns sample rows into timeseries: gauges unchanged, counters as increases.
import { unpack, type Column } from './layout.ts'
import { SAMPLE_EVERY_MS } from './levels.ts'
import type { Budget } from './oxql/budget.ts'
import type { Distribution, FieldValue, Series, Value } from './oxql/table.ts'

export interface SampledRow {
  sampled_at: number
  counting_since: number
  packed: string
  /** How many samples a gauge in this row averages. */
  stands: number
}

export interface WantedColumn {
  column: Column
  fields: Record<string, FieldValue>
}

/** Splitting a row, and turning one of its numbers into a value, in steps. */
const ROW_STEPS = 20
const NUMBER_STEPS = 5

/** Rows ordered by time. A row before `from` is only the baseline of the first increase. */
export async function seriesOf(
  rows: readonly SampledRow[],
  wanted: readonly WantedColumn[],
  { from, to, period }: { from: number; to: number; period?: number | undefined },
  budget: Budget,
): Promise<Series[]> {
  const columns = wanted.map(({ column }) => column)
  const series = wanted.map(({ column, fields }): Series => ({
    fields,
    starts: column.isGauge ? undefined : [],
    times: [],
    weights: [],
    values: [[]],
  }))
  let before: { row: SampledRow; numbers: number[][] } | undefined
  const add = (row: SampledRow): void => {
    const numbers = unpack(row.packed, columns)
    const isWanted = row.sampled_at >= from && row.sampled_at <= to
    // a counter that was reset counts from its own start
    const last = before?.row.counting_since === row.counting_since ? before : undefined
    const start = last ? last.row.sampled_at : row.counting_since
    for (const [index, own] of series.entries()) {
      if (!isWanted) break
      own.times.push(row.sampled_at)
      if (own.starts) {
        own.starts.push(start)
        own.weights!.push(Math.max(1, Math.round((row.sampled_at - start) / SAMPLE_EVERY_MS)))
        const isKnown = period === undefined || columns[index]!.bins || !spansGap(row, start)
        own.values[0]!.push(isKnown ? increase(columns[index]!, numbers[index]!, last?.numbers[index]) : null)
      } else {
        own.weights!.push(row.stands)
        own.values[0]!.push(numbers[index]![0]!)
      }
    }
    before = { row, numbers }
  }
  const numbers = columns.reduce((sum, { width }) => sum + width, 0)
  await budget.inPortions(rows.length, ROW_STEPS + NUMBER_STEPS * numbers, (first, last) => {
    for (let at = first; at < last; at++) add(rows[at]!)
  })
  return series
}

/** Rows are at most this late. */
const LATE_MS = 15_000

/**
 * An increase over a time in which no sample was taken, because the server was off, says nothing about any period in it. Alignment would
 * spread it evenly, which looks as if it had been measured. Without alignment, the start of its interval tells.
 */
const spansGap = ({ sampled_at, stands }: SampledRow, start: number) =>
  sampled_at - start > 2 * stands * SAMPLE_EVERY_MS + LATE_MS

function increase({ bins }: Column, now: readonly number[], before: readonly number[] | undefined): Value {
  const grown = now.map((value, index) => value - (before?.[index] ?? 0))
  return bins ? distribution(bins, grown) : grown[0]!
}

/** Extremes and quantiles of an interval cannot be derived from two counts, so they are null. */
function distribution(bins: readonly number[], numbers: readonly number[]): Distribution {
  const counts = numbers.slice(0, bins.length)
  const sum = numbers[bins.length]!
  const total = counts.reduce((all, count) => all + count, 0)
  const mean = total === 0 ? 0 : sum / total
  const middle = (bin: number) => (bins[bin]! + (bins[bin + 1] ?? bins[bin]! * 2)) / 2
  const squared_mean = counts.reduce((all, count, bin) => all + count * (middle(bin) - mean) ** 2, 0)
  const unknown = { min: null, max: null, p50: null, p90: null, p99: null }
  return { bins: [...bins], counts, sum_of_samples: sum, squared_mean, ...unknown }
}
