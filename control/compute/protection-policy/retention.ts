// Which points in time a policy keeps: the last one of each of the last hours, days, weeks and months that have any.
import type { Wire } from '#contract/api.ts'
import { wallTimeAt } from './zone.ts'

export type Keep = Wire<'ProtectionKeep'>

export interface Point {
  id: string
  time: Date
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** The number or name of the period that a moment is in. Hours are those of UTC, because local ones can repeat. */
const periods: Record<keyof Keep, (moment: number, zone: string) => number | string> = {
  hourly: (moment) => Math.floor(moment / HOUR_MS),
  daily: (moment, zone) => wallTimeAt(moment, zone).day,
  // weeks begin on Monday, and 1970-01-05 was one
  weekly: (moment, zone) => Math.floor((wallTimeAt(moment, zone).day - 4) / 7),
  monthly: (moment, zone) => new Date(wallTimeAt(moment, zone).day * DAY_MS).toISOString().slice(0, 7),
}

/** Returns the IDs of those to remove. The newest one always stays. */
export function toRemove(points: readonly Point[], keep: Keep, zone: string): string[] {
  const newestFirst = points.toSorted((a, b) => b.time.getTime() - a.time.getTime() || (a.id < b.id ? 1 : -1))
  const kept = new Set(newestFirst.slice(0, 1).map(({ id }) => id))
  for (const kind of Object.keys(periods) as (keyof Keep)[]) {
    const seen = new Set<number | string>()
    for (const { id, time } of newestFirst) {
      const period = periods[kind](time.getTime(), zone)
      if (seen.has(period)) continue
      if (seen.size === keep[kind]) break
      seen.add(period)
      kept.add(id)
    }
  }
  return newestFirst.flatMap(({ id }) => (kept.has(id) ? [] : id)).toReversed()
}
