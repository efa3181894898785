// What guests have told about their memory since the console was opened, for up to an hour. No React here.
import type { ChartData } from '../../../chart/chart-data.ts'
import type { Range } from '../../../util/range.ts'

export interface MemoryPoint {
  at: number
  used: number
  total: number
}

const HOUR_MS = 3_600_000
/** Longer without an answer is a gap. */
const GAP_MS = 60_000

/** By instance, oldest first. */
const kept = new Map<string, readonly MemoryPoint[]>()

/** The same answer is shown more than once; it counts once. */
export function addMemory(instance: string, point: MemoryPoint): readonly MemoryPoint[] {
  const before = (kept.get(instance) ?? []).filter(({ at }) => at < point.at && at > point.at - HOUR_MS)
  const points = [...before, point]
  kept.set(instance, points)
  return points
}

/** In percent. The end moves on with the newest point, which comes between the minutes. */
export function memoryChart(points: readonly MemoryPoint[], { start, end }: Range): ChartData {
  const times: number[] = []
  const values: (number | null)[] = []
  for (const { at, used, total } of points) {
    const last = times.at(-1)
    if (last !== undefined && at - last > GAP_MS) {
      times.push(last + 1)
      values.push(null)
    }
    times.push(at)
    values.push((100 * used) / total)
  }
  const newest = Math.max(end.getTime(), points.at(-1)?.at ?? 0)
  return { start, end: new Date(newest), times, series: [{ label: 'Used', values }] }
}
