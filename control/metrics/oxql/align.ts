// Alignment: one point per period, counted back from the end of the query.
import type { Budget } from './budget.ts'
import { upsamplingError } from './error.ts'
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

/** Adding a sample to its windows, in steps. */
const SAMPLE_STEPS = 2

export async function alignTable(table: Table, type: TableType, end: number, budget: Budget): Promise<Table> {
  const { from } = table
  const alignment = { name: type.name, period: type.period!, end, from }
  const series: Series[] = []
  for (const each of table.series) {
    const aligned = await meanWithin(each, alignment, budget)
    if (aligned.times.length > 0) series.push(aligned)
  }
  return { type, from, series }
}

async function meanWithin(series: Series, alignment: Alignment, budget: Budget): Promise<Series> {
  const { name, period, end } = alignment
  await checkUpsampling(series.times, period, name, budget)
  const count = windowCount(series, alignment)
  budget.spendPoints(count * series.values.length)
  const windows = { period, end, count }
  const times: number[] = []
  await budget.inPortions(count, 1, (first, last) => {
    for (let index = first; index < last; index++) times.push(end - (count - 1 - index) * period)
  })
  const values: Value[][] = []
  for (const column of series.values)
    values.push(await meansOf(series, column as readonly (number | null)[], windows, budget))
  return { fields: series.fields, starts: undefined, times, weights: undefined, values }
}

/** Back to the window of the first point or interval, but not before the requested start. */
function windowCount({ starts, times }: Series, { period, end, from }: Alignment): number {
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

/** What the samples add to each window, the last window first. */
interface Sums {
  sums: Float64Array
  counts: Float64Array
}

async function meansOf(
  series: Series,
  column: readonly (number | null)[],
  windows: Windows,
  budget: Budget,
): Promise<Value[]> {
  const totals: Sums = { sums: new Float64Array(windows.count), counts: new Float64Array(windows.count) }
  const add = series.starts ? addDelta : addGauge
  await budget.inPortions(column.length, SAMPLE_STEPS, (from, to) => {
    for (let index = from; index < to; index++) {
      const value = column[index]
      if (typeof value === 'number') add(totals, series, index, value, windows)
    }
  })
  const { sums, counts } = totals
  const means: Value[] = []
  await budget.inPortions(windows.count, 1, (from, to) => {
    for (let index = from; index < to; index++) {
      const window = windows.count - 1 - index
      means.push(counts[window] === 0 ? null : sums[window]! / counts[window]!)
    }
  })
  return means
}

function addGauge({ sums, counts }: Sums, { times, weights }: Series, index: number, value: number, windows: Windows) {
  const window = windowOf(times[index]!, windows)
  if (window < 0 || window >= windows.count) return
  const weight = weights?.[index] ?? 1
  sums[window]! += value * weight
  counts[window]! += weight
}

/** In proportion to the overlap of its interval with each window. */
function addDelta({ sums, counts }: Sums, series: Series, index: number, value: number, windows: Windows) {
  const { end, period, count } = windows
  const [start, stop] = [series.starts![index]!, series.times[index]!]
  const weight = series.weights?.[index] ?? 1
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

async function checkUpsampling(times: readonly number[], period: number, name: string, budget: Budget): Promise<void> {
  let least = Infinity
  await budget.inPortions(times.length - 1, 1, (from, to) => {
    for (let index = from; index < to; index++) least = Math.min(least, times[index + 1]! - times[index]!)
  })
  if (least !== Infinity && least > MAX_UPSAMPLING * period) throw upsamplingError(name, period, least)
}
