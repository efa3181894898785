// Schedules and retention, through a whole year and through clock changes in three zones.
import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { toRemove, type Keep, type Point } from './retention.ts'
import { nextRun, type Schedule } from './schedule.ts'
import { momentOf, wallTimeAt } from './zone.ts'

const ZONES = ['Europe/Zurich', 'America/New_York', 'Australia/Lord_Howe', 'UTC']
const HOUR = 3_600_000
const DAY = 24 * HOUR
const moment = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) })
const zone = fc.constantFrom(...ZONES, 'Asia/Kolkata', 'Pacific/Apia', 'America/Sao_Paulo')
const clock = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
const timeOf = ([hours, minutes]: readonly number[]) =>
  `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`

const runsIn = (schedule: Schedule, from: string, to: string) => {
  const runs: string[] = []
  for (let last = nextRun(schedule, new Date(from)); last < new Date(to); last = nextRun(schedule, last))
    runs.push(last.toISOString())
  return runs
}

describe('a wall clock', () => {
  test('shows a moment that leads back to it, or to its first repetition', () => {
    fc.assert(
      fc.property(moment, zone, (at, name) => {
        const minute = Math.floor(at / 60_000) * 60_000
        const back = momentOf(wallTimeAt(minute, name), name)
        expect(wallTimeAt(back, name)).toEqual(wallTimeAt(minute, name))
        expect(back).toBeLessThanOrEqual(minute)
        expect(minute - back).toBeLessThanOrEqual(HOUR)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a daily policy', () => {
  test('runs once at a time that the spring skips', () => {
    const daily: Schedule = { kind: 'daily', time: '02:30', zone: 'Europe/Zurich' }
    expect(runsIn(daily, '2026-03-27T12:00:00Z', '2026-03-31T12:00:00Z')).toEqual([
      '2026-03-28T01:30:00.000Z',
      // 02:30 does not exist; the clock shows 03:30
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
      '2026-03-31T00:30:00.000Z',
    ])
  })

  test('runs once at a time that the autumn repeats', () => {
    const daily: Schedule = { kind: 'daily', time: '01:30', zone: 'America/New_York' }
    expect(runsIn(daily, '2026-10-31T12:00:00Z', '2026-11-03T12:00:00Z')).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-02T06:30:00.000Z',
      '2026-11-03T06:30:00.000Z',
    ])
  })

  test('runs once on every day of a year, in every zone', () => {
    for (const zone of ZONES)
      for (const time of ['00:00', '01:59', '02:15', '02:30', '23:59']) {
        const runs = runsIn({ kind: 'daily', time, zone }, '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z')
        const days = new Set(runs.map((run) => wallTimeAt(Date.parse(run), zone).day))
        expect(days.size, `${time} in ${zone}`).toBe(runs.length)
        expect(runs.length).toBeGreaterThanOrEqual(364)
        expect(runs.length).toBeLessThanOrEqual(366)
      }
  })
})

describe('any policy', () => {
  const schedule: fc.Arbitrary<Schedule> = fc.oneof(
    fc.record({ kind: fc.constant('hours' as const), every: fc.integer({ min: 1, max: 168 }), zone }),
    fc.record({ kind: fc.constant('daily' as const), time: clock.map(timeOf), zone }),
    fc.record({
      kind: fc.constant('weekly' as const),
      weekday: fc.constantFrom('monday' as const, 'wednesday' as const, 'sunday' as const),
      time: clock.map(timeOf),
      zone,
    }),
  )

  test('runs next after now, and not before what ran before', () => {
    fc.assert(
      fc.property(schedule, moment, fc.integer({ min: 0, max: 8 * DAY }), (given, at, later) => {
        const first = nextRun(given, new Date(at))
        expect(first.getTime()).toBeGreaterThan(at)
        expect(first.getTime() - at).toBeLessThanOrEqual(8 * DAY)
        // asking later never finds an earlier run, so a restart repeats none
        expect(nextRun(given, new Date(at + later)).getTime()).toBeGreaterThanOrEqual(first.getTime())
      }),
    )
  })

  test('on a weekday runs on that day', () => {
    const weekly: Schedule = { kind: 'weekly', weekday: 'sunday', time: '02:30', zone: 'Europe/Zurich' }
    for (const run of runsIn(weekly, '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'))
      expect(new Date(run).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'Europe/Zurich' })).toBe('Sunday')
  })
})

/** The runs of a year. */
const everyTwelveHours = (zone: string) =>
  runsIn({ kind: 'hours', every: 12, zone }, '2025-12-31T23:59:00Z', '2027-01-01T00:00:00Z').map((at) => new Date(at))

/** The last of each of so many periods, by names that sort. */
const lastOf = (times: readonly Date[], count: number, period: (time: Date) => string) =>
  [...new Map(times.map((time) => [period(time), time.toISOString()])).values()].slice(-count)

describe('retention', () => {
  const keep: Keep = { hourly: 8, daily: 7, weekly: 4, monthly: 12 }

  /** What is left of them, with what is old removed after each. */
  function year(zone: string): Point[] {
    let points: Point[] = []
    for (const at of everyTwelveHours(zone)) {
      points.push({ id: at.toISOString(), time: at })
      const old = new Set(toRemove(points, keep, zone))
      points = points.filter(({ id }) => !old.has(id))
    }
    return points
  }

  test.each(ZONES)('keeps exactly 8 hours, 7 days, 4 weeks and 12 months of a year in %s', (zone) => {
    const times = everyTwelveHours(zone)
    const day = (time: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(time)
    const monday = (time: Date) => {
      const at = Date.parse(day(time))
      return new Date(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY).toISOString()
    }
    const wanted = [
      ...lastOf(times, keep.hourly, (time) => time.toISOString().slice(0, 13)),
      ...lastOf(times, keep.daily, day),
      ...lastOf(times, keep.weekly, monday),
      ...lastOf(times, keep.monthly, (time) => day(time).slice(0, 7)),
    ]
    // one point can stand for a day, a week and a month
    expect(year(zone).map(({ id }) => id)).toEqual([...new Set(wanted)].toSorted())
  })

  test('keeps the newest, whatever it is told', () => {
    const points = [1, 2, 3].map((n) => ({ id: String(n), time: new Date(n * DAY) }))
    expect(toRemove(points, { hourly: 0, daily: 0, weekly: 0, monthly: 0 }, 'UTC')).toEqual(['1', '2'])
    expect(toRemove(points, { hourly: 0, daily: 2, weekly: 0, monthly: 0 }, 'UTC')).toEqual(['1'])
  })

  test('removes nothing more when it is repeated', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 2000 }), { maxLength: 60 })
    const some = fc.record({
      hourly: fc.nat(5),
      daily: fc.nat(5),
      weekly: fc.nat(5),
      monthly: fc.nat(5),
    })
    fc.assert(
      fc.property(times, some, zone, (hours, wanted, name) => {
        const points = hours.map((hour) => ({ id: String(hour), time: new Date(Date.UTC(2026, 0, 1) + hour * HOUR) }))
        const old = new Set(toRemove(points, wanted, name))
        const left = points.filter(({ id }) => !old.has(id))
        expect(toRemove(left, wanted, name)).toEqual([])
      }),
    )
  })
})
