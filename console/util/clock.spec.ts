// Times of day in text fields.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { atTime, timeOf, timePattern } from './clock.ts'

const day = { year: 2025, month: 5, day: 7 }

test('the locale decides how a time is written', () => {
  const moment = new Date(2025, 5, 7, 14, 5)
  expect(timeOf(moment, 'en-US')).toBe('2:05 PM')
  expect(timeOf(moment, 'en-GB')).toBe('14:05')
  expect(timeOf(moment, 'de-DE')).toBe('14:05')
  expect(timeOf(new Date(2025, 5, 7, 0, 5), 'en-US')).toBe('12:05 AM')
  expect([timePattern('en-US'), timePattern('de-DE')]).toEqual(['h:mm AM', 'HH:mm'])
})

test('both clocks are understood', () => {
  expect(atTime(day, '14:05')).toEqual(new Date(2025, 5, 7, 14, 5))
  expect(atTime(day, ' 2:05 pm ')).toEqual(new Date(2025, 5, 7, 14, 5))
  expect(atTime(day, '12:00 a.m.')).toEqual(new Date(2025, 5, 7, 0, 0))
  for (const wrong of ['', '25:00', '7:60', '0:10 AM', '13:00 PM', '7', 'noon'])
    expect(atTime(day, wrong)).toBeUndefined()
})

test('what is written is read back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      fc.constantFrom('en-US', 'de-DE'),
      (hour, minute, locale) => {
        const moment = new Date(2025, 5, 7, hour, minute)
        expect(atTime(day, timeOf(moment, locale))).toEqual(moment)
      },
    ),
  )
})
