// Examples from the specification, then properties that hold for every value.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bigNum,
  bytes,
  bytesText,
  bytesToGiB,
  gibText,
  percentOf,
  percentText,
  round,
  splitDecimal,
  storageText,
} from './format.ts'
import { truncate } from './text.ts'
import { dayText, longTimeAgo, timeAgo, timeUntil } from './time-text.ts'

const at = (ms: number) => new Date(ms)
const hour = 3_600_000
const day = 24 * hour

describe('bigNum', () => {
  test.each([
    [0, '0'],
    [999_999, '999,999'],
    [10_000_000, '10M'],
    [894_302_000_000_000, '894.3T'],
    [18_446_744_073_709_551_616n, '18.4e18'],
    [23_100_000_000_000_000_000_000_000_000n, '23.1e27'],
  ])('%s reads %s', (value, text) => expect(bigNum(value, 'en-US').text).toBe(text))
  test('follows the locale', () => expect(bigNum(18_446_744_073_709_551_616n, 'de').text).toBe('18,4e18'))
  test('is abbreviated from exactly one million, and then short', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (value) => {
        const { text, abbreviated } = bigNum(value, 'en-US')
        expect(abbreviated).toBe(value >= 1_000_000n)
        expect(text.length).toBeLessThanOrEqual(9)
      }),
    )
  })
  test('number and bigint read the same', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(bigNum(value, 'en-US')).toEqual(bigNum(BigInt(value), 'en-US'))
      }),
    )
  })
})

describe('percentOf', () => {
  test('zero of zero is not a number', () => {
    expect(percentOf(0n, 0n)).toBeNaN()
    expect(percentOf(0, 0)).toBeNaN()
  })
  test('keeps decimals of BigInts', () => expect(percentOf(1n, 3n)).toBe(33.33))
  test('a part is between 0 and 100', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 10n ** 30n }), (whole, some) => {
        const share = percentOf(some % (whole + 1n), whole)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(100)
      }),
    )
  })
})

test('round drops zeros and keeps halves', () => {
  expect(round(1.005)).toBe(1.01)
  expect(round(2.1)).toBe(2.1)
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
      expect(Math.abs(round(value) - value)).toBeLessThanOrEqual(0.0051)
    }),
  )
})

test('splitDecimal loses nothing', () => {
  expect(splitDecimal(12.5, 'en-US')).toEqual(['12', '.5'])
  expect(splitDecimal(12, 'en-US')).toEqual(['12', ''])
})

describe('bytes', () => {
  test('units of 1024', () => {
    expect(bytesText(1024, 'en-US')).toBe('1 KiB')
    expect(bytesText(10 * 1024 ** 3, 'en-US')).toBe('10 GiB')
    expect(bytesText(1024 ** 2 - 1, 'en-US')).toBe('1 MiB')
    expect(bytesToGiB(1.5 * 1024 ** 3)).toBe(1.5)
    expect(gibText(1.5 * 1024 ** 4, 'en-US')).toBe('1,536 GiB')
    expect(gibText(1.5 * 1024 ** 4, 'de-DE')).toBe('1.536 GiB')
    expect(gibText(0, 'en-US')).toBe('0 GiB')
    expect(gibText(23.54 * 1024 ** 3, 'en-US')).toBe('23.54 GiB')
    expect(gibText(32_791.54 * 1024 ** 3, 'en-US')).toBe('32,792 GiB')
    expect(percentText(66.7, 'de-DE')).toBe('66,70%')
    expect(storageText(0, 'en-US')).toBe('0 GiB')
    expect(storageText(1024 ** 3, 'en-US')).toBe('1 GiB')
    expect(storageText(500 * 1024 ** 3, 'en-US')).toBe('500 GiB')
    expect(storageText(1.5 * 1024 ** 4, 'en-US')).toBe('1.5 TiB')
  })
  test('the shown value is below 1024 of its unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (size) => {
        expect(bytes(size).value).toBeLessThan(1024)
      }),
    )
  })
})

describe('timeAgo', () => {
  test.each([
    [6_000, '6s'],
    [59 * 60_000, '59m'],
    [23 * hour, '23h'],
    [28 * day, '28d'],
    [214 * day, '7mo'],
    [364 * day, '11mo'],
    [800 * day, '2y'],
    [-5_000, '0s'],
  ])('%s ms is %s', (gone, text) => expect(timeAgo(at(0), at(gone))).toBe(text))
  test.each([
    [1_000, '1 second ago'],
    [59 * 60_000, '59 minutes ago'],
    [9 * day, '9 days ago'],
    [364 * day, '11 months ago'],
  ])('%s ms in words is %s', (gone, text) => expect(longTimeAgo(at(0), at(gone))).toBe(text))
  test('always one number and one unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e13 }), (gone) => {
        expect(timeAgo(at(0), at(gone))).toMatch(/^\d+(s|m|h|d|mo|y)$/)
      }),
    )
  })
})

test('truncate keeps short text and never exceeds its length', () => {
  expect(truncate('abcdefghij', 8)).toBe('abcdef…')
  expect(truncate('abcdefghij', 8, 'middle')).toBe('abc…hij')
  expect(truncate('🚀🚀🚀🚀🚀🚀', 5)).toBe('🚀🚀🚀…')
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: 4, max: 40 }),
      fc.constantFrom('end', 'middle'),
      (text, max, position) => {
        const short = truncate(text, max, position)
        expect(short.length).toBeLessThanOrEqual(max)
        if (text.length <= max) expect(short).toBe(text)
      },
    ),
  )
})

test('days near now have a name, others a date', () => {
  const now = new Date(2026, 10, 17, 0, 5)
  const on = (...at: [number, number, number, number]) => dayText(new Date(...at), now, 'en-US')
  expect(on(2026, 10, 17, 0)).toBe('Today')
  expect(on(2026, 10, 16, 23)).toBe('Yesterday')
  expect(on(2026, 10, 15, 23)).toBe('Sunday, November 15')
  expect(on(2025, 11, 31, 12)).toBe('Wednesday, December 31, 2025')
})

test('time until a moment is rounded up', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const until = (seconds: number) => timeUntil(new Date(now.getTime() + seconds * 1000), now)
  expect([-5, 0, 1, 59.2, 61, 3601].map(until)).toEqual([
    'now',
    'now',
    'in 1 second',
    'in 60 seconds',
    'in 2 minutes',
    'in 2 hours',
  ])
})
