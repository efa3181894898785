// Axes of charts: whole numbers at the ticks, room above the highest value, days only where they are needed.
import { expect, test } from 'vitest'
import { indexAt, momentsIn, ticksTo, tickText, timeFormat, topOf } from './chart-scale.ts'

test.each([
  [[], 6],
  [[0, null], 6],
  [[5], 6],
  [[6], 12],
  [[30], 36],
  [[31], 42],
  [[100, 1000, null], 1200],
])('%j needs a scale up to %d', (values, top) => {
  expect(topOf(values)).toBe(top)
})

test('six ticks, the last at the top', () => {
  expect(ticksTo(42)).toEqual([7, 14, 21, 28, 35, 42])
})

test('large numbers are short at a tick', () => {
  expect(tickText(1200, 'en-US')).toBe('1,200')
  expect(tickText(12_000_000, 'en-US')).toBe('12M')
})

test('five moments, none at the right edge', () => {
  expect(momentsIn(0, 100)).toEqual([0, 20, 40, 60, 80])
})

test('the day is written only where the range has more than one', () => {
  const [nine, ten] = [new Date(2025, 2, 3, 9, 5), new Date(2025, 2, 3, 10, 5)]
  expect(timeFormat(nine, ten, 'en-US')(nine)).toBe('09:05')
  const midnight = new Date(2025, 2, 4, 0, 5)
  expect(timeFormat(ten, midnight, 'en-US')(midnight)).toBe('3/4 00:05')
})

test('the point that holds at a moment', () => {
  expect([-1, 0, 5, 10, 99].map((at) => indexAt([0, 10, 20], at))).toEqual([-1, 0, 0, 1, 2])
  expect(indexAt([], 5)).toBe(-1)
})
