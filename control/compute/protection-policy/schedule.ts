// When a protection policy runs.
import type { Wire } from '#contract/api.ts'
import { weekdays } from '#contract/protection-schedule.ts'
import { momentOf, wallTimeAt } from './zone.ts'

export type Schedule = Wire<'ProtectionSchedule'>

const HOUR_MS = 3_600_000
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = weekdays.indexOf('thursday')

/** The first run after a moment. A local time that a day skips or repeats is one run. */
export function nextRun(schedule: Schedule, after: Date): Date {
  const from = after.getTime()
  if (schedule.kind === 'hours') {
    const every = schedule.every * HOUR_MS
    return new Date((Math.floor(from / every) + 1) * every)
  }
  const { zone, time } = schedule
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const minute = hours * 60 + minutes
  const today = wallTimeAt(from, zone).day
  const days = schedule.kind === 'daily' ? today : today + daysUntil(schedule.weekday, today)
  const step = schedule.kind === 'daily' ? 1 : 7
  // the day before too: a skipped time can belong to it and come after midnight
  for (let day = days - step; ; day += step) {
    const moment = momentOf({ day, minute }, zone)
    if (moment > from) return new Date(moment)
  }
}

function daysUntil(weekday: (typeof weekdays)[number], today: number): number {
  const current = (((today + FIRST_WEEKDAY) % 7) + 7) % 7
  return (weekdays.indexOf(weekday) - current + 7) % 7
}

/** The last run that is due, if the first one is. */
export function lastRunUntil(schedule: Schedule, first: string, now: Date): string {
  for (let last = first; ;) {
    const next = nextRun(schedule, new Date(last)).toISOString()
    if (next > now.toISOString()) return last
    last = next
  }
}

/** The next runs, at most so many. */
export function nextRuns(schedule: Schedule, after: Date, count: number): Date[] {
  const runs: Date[] = []
  for (let last = after; runs.length < count;) {
    last = nextRun(schedule, last)
    runs.push(last)
  }
  return runs
}
