// Alignment: one point per period, counted back from the end of the query.
import { invalidRequest } from '../../frame/errors.ts'
import type { Budget } from './budget.ts'
import { MAX_UPSAMPLING } from './limits.ts'
import type { Series, Table, TableType, Value } from './table.ts'

interface Alignment {
  name: string
  period: number
  /** The last output time; the others step back from here. */
  end: number
  /** Earlier times were not requested. */
  from: number
}

export async function alignTable(table: Table, type: TableType, end: number, budget: Budget): Promise<Table> {
  const { from } = table
  const alignment = { name: type.name, period: type.period!, end, from }
  const series: Series[] = []
  for (const each of table.series) {
    const aligned = meanWithin(each, alignment, budget)
    if (aligned.times.length > 0) series.push(aligned)
    await budget.pause()
  }
  return { type, from, series }
}

function meanWithin(series: Series, { name, period, end, from }: Alignment, budget: Budget): Series {
  checkUpsampling(series.times, period, name)
  const count = windowCount(series, { period, end, from })
  budget.spendPoints(count * series.values.length)
  const times = Array.from({ length: count }, (_, index) => end - (count - 1 - index) * period)
  const values = series.values.map((column) =>
    series.starts
      ? meanOfDeltas(series, column as (number | null)[], { period, end, count })
      : meanOfGauges(series, column as (number | null)[], { period, end, count }),
  )
  return { fields: series.fields, starts: undefined, times, weights: undefined, values }
}

/** Back to the window of the first point or interval, but not before the requested start. */
function windowCount({ starts, times }: Series, { period, end, from }: Omit<Alignment, 'name'>): number {
  if (times.length === 0) return 0
  const asked = Math.floor((end - from) / period) + 1
  const ofPoint = Math.floor((end - times[0]!) / period) + 1
  const ofInterval = starts ? Math.ceil((end - starts[0]!) / period) : 0
  return Math.max(0, Math.min(asked, Math.max(ofPoint, ofInterval)))
}

interface Windows {
  period: number
  end: number
  count: number
}

/** Window k, counted from the last, covers (end - (k + 1) * period, end - k * period]. */
const windowOf = (time: number, { end, period }: Windows) => Math.floor((end - time) / period)

function meanOfGauges({ times, weights }: Series, column: readonly (number | null)[], windows: Windows): Value[] {
  const sums = new Float64Array(windows.count)
  const counts = new Float64Array(windows.count)
  for (const [index, value] of column.entries()) {
    const window = windowOf(times[index]!, windows)
    if (value === null || window < 0 || window >= windows.count) continue
    const weight = weights?.[index] ?? 1
    sums[window]! += value * weight
    counts[window]! += weight
  }
  return means(sums, counts)
}

function meanOfDeltas(
  { starts, times, weights }: Series,
  column: readonly (number | null)[],
  windows: Windows,
): Value[] {
  const { end, period, count } = windows
  const sums = new Float64Array(count)
  const counts = new Float64Array(count)
  for (const [index, value] of column.entries()) {
    const [start, stop] = [starts![index]!, times[index]!]
    if (value === null) continue
    const weight = weights?.[index] ?? 1
    const newest = Math.max(0, windowOf(stop, windows))
    const oldest = Math.min(count - 1, stop > start ? Math.ceil((end - start) / period) - 1 : newest)
    for (let window = newest; window <= oldest; window++) {
      const upper = end - window * period
      const overlap = Math.min(stop, upper) - Math.max(start, upper - period)
      const share = stop > start ? overlap / (stop - start) : 1
      if (share <= 0) continue
      sums[window]! += value * share
      // a downsampled point represents many samples, of which only those in the window count
      counts[window]! += weight > 1 ? weight * share : 1
    }
  }
  return means(sums, counts)
}

function means(sums: Float64Array, counts: Float64Array): Value[] {
  const values: Value[] = []
  for (let window = sums.length - 1; window >= 0; window--)
    values.push(counts[window] === 0 ? null : sums[window]! / counts[window]!)
  return values
}

function checkUpsampling(times: readonly number[], period: number, name: string): void {
  let least = Infinity
  for (let index = 1; index < times.length; index++) least = Math.min(least, times[index]! - times[index - 1]!)
  if (least === Infinity || least <= MAX_UPSAMPLING * period) return
  throw invalidRequest(
    `The query exceeds a limit: aligning ${name} to ${period / 1000} s would give more than ${MAX_UPSAMPLING} points ` +
      `for each sample; its samples are ${least / 1000} s apart. Use a longer period.`,
  )
}
