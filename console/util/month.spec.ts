// The month grid.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, compareDays, sameDay, weeksOf } from './month.ts'

const aDay = fc.record({
  year: fc.integer({ min: 1990, max: 2090 }),
  month: fc.integer({ min: 0, max: 11 }),
  day: fc.integer({ min: 1, max: 28 }),
})

test('a grid contains each day of its month once, in order', () => {
  fc.assert(
    fc.property(aDay, fc.constantFrom(0, 1, 6), (day, firstDay) => {
      const days = weeksOf(day, firstDay).flat()
      expect(days).toHaveLength(42)
      expect(days.some((one) => sameDay(one, day))).toBe(true)
      for (const [index, one] of days.slice(1).entries())
        expect(sameDay(one, addDays(days[index] ?? day, 1))).toBe(true)
      expect(new Date(days[0]?.year ?? 0, days[0]?.month ?? 0, days[0]?.day).getDay()).toBe(firstDay)
    }),
  )
})

test('adding months does not overflow into the next', () => {
  expect(addMonths({ year: 2025, month: 0, day: 31 }, 1)).toEqual({ year: 2025, month: 1, day: 28 })
  expect(addMonths({ year: 2025, month: 11, day: 31 }, 1)).toEqual({ year: 2026, month: 0, day: 31 })
  fc.assert(
    fc.property(aDay, fc.integer({ min: -30, max: 30 }), (day, months) => {
      expect(compareDays(addMonths(addMonths(day, months), -months), day)).toBe(0)
    }),
  )
})
