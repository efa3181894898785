// Which rows a query reads: one level for every moment, and no level past its retention.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { LEVELS, MINUTES, QUARTERS, RAW, segmentsOf } from './levels.ts'

const NOW = Date.UTC(2025, 2, 3, 9, 7, 33)
const HOUR = 3600_000
const DAY = 24 * HOUR

test.each<[string, number, number | undefined, (typeof RAW)[]]>([
  ['an hour as it is', HOUR, undefined, [RAW]],
  ['an hour in minutes', HOUR, 60_000, [RAW]],
  ['a day in minutes', DAY, 60_000, [MINUTES, RAW]],
  ['a day', DAY, 24 * 60_000, [MINUTES, RAW]],
  ['a week', 7 * DAY, 168 * 60_000, [QUARTERS, MINUTES, RAW]],
  ['a week as it is', 7 * DAY, undefined, [QUARTERS, MINUTES, RAW]],
])('%s', (_name, span, period, levels) => {
  const segments = segmentsOf({ from: NOW - span, to: NOW, period, now: NOW })
  expect(segments.map(({ level }) => level)).toEqual(levels)
})

test('segments are contiguous and within retention', () => {
  const times = fc.integer({ min: NOW - 90 * DAY, max: NOW + DAY })
  fc.assert(
    fc.property(times, times, fc.option(fc.integer({ min: 1, max: 2 * DAY }), { nil: undefined }), (a, b, period) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const segments = segmentsOf({ from, to, period, now: NOW })
      expect(segments[0]!.from).toBe(from)
      expect(segments.at(-1)!.to).toBe(to)
      for (const [index, { level, from }] of segments.entries()) {
        if (index > 0) expect(from).toBe(segments[index - 1]!.to + 1)
        if (level !== QUARTERS) expect(from).toBeGreaterThan(NOW - level.keepMs)
        if (period !== undefined && level === RAW && index > 0)
          expect(LEVELS.indexOf(segments[index - 1]!.level)).toBe(1)
      }
    }),
  )
})
