// Axes of charts: round steps from zero, round local times, labels no longer than needed.
import { expect, test } from 'vitest'
import { highestOf, indexAt, roundStep, tickText, timeFormat, timeStep, timeTicks, valueScale } from './chart-scale.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [0, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [0.55, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]],
  [6, [0, 1, 2, 3, 4, 5, 6]],
  [42, [0, 10, 20, 30, 40, 50]],
  [1000, [0, 200, 400, 600, 800, 1000]],
])('%d needs the ticks %j', (highest, ticks) => {
  expect(valueScale(highest).ticks).toEqual(ticks)
})

test('whole numbers have whole ticks', () => {
  expect(valueScale(0, { whole: true }).ticks).toEqual([0, 1])
  expect(valueScale(3, { whole: true }).ticks).toEqual([0, 1, 2, 3])
})

test('a limit is shown when the values are near it', () => {
  expect(valueScale(40, { limit: 100 }).top).toBe(100)
  expect(valueScale(3, { limit: 100 }).top).toBe(3)
  expect(valueScale(130, { limit: 100 }).top).toBe(150)
  // the sum of all CPU states
  expect(valueScale(100.2, { limit: 100 }).top).toBe(100)
  expect(valueScale(0).top).toBe(1)
})

test('any highest value fits in two to seven round ticks and uses at least half the height', () => {
  for (let exponent = -8; exponent < 14; exponent += 0.37) {
    const highest = 10 ** exponent
    const { top, step, ticks } = valueScale(highest)
    expect(top).toBeGreaterThanOrEqual(highest * (1 - 1e-9))
    expect(top - step).toBeLessThan(highest)
    expect(ticks.length).toBeGreaterThanOrEqual(3)
    expect(ticks.length).toBeLessThanOrEqual(7)
    expect(String(Number(step.toExponential(6)).toExponential())).toMatch(/^[125]e/)
  }
})

test('round steps', () => {
  expect([0.11, 1, 1.01, 2.1, 5, 7].map(roundStep)).toEqual([0.2, 1, 2, 5, 5, 10])
})

test('the highest of values with gaps', () => {
  expect(highestOf([3, null, undefined, 7, 1])).toBe(7)
  expect(highestOf([])).toBe(0)
})

test('tick labels abbreviate large numbers', () => {
  expect(tickText(1200, 'en-US')).toBe('1,200')
  expect(tickText(12_000_000, 'en-US')).toBe('12M')
})

test('an hour is divided at round minutes', () => {
  const start = new Date(2025, 2, 3, 9, 7, 12).getTime()
  const step = timeStep(start, start + HOUR, 6)
  expect(step).toBe(10 * MINUTE)
  const text = timeFormat(new Date(start), new Date(start + HOUR), step, 'en-GB')
  expect(timeTicks(start, start + HOUR, step).map((tick) => text(new Date(tick)))).toEqual([
    '09:10',
    '09:20',
    '09:30',
    '09:40',
    '09:50',
    '10:00',
  ])
})

test('labels include the date if the range has several days, and the time if ticks are closer than a day', () => {
  const start = new Date(2025, 2, 3, 20, 5)
  const day = new Date(start.getTime() + DAY)
  expect(timeFormat(start, day, 6 * HOUR, 'en-US')(new Date(2025, 2, 4, 6))).toMatch(/^3\/4 6:00\sAM$/)
  const month = new Date(start.getTime() + 30 * DAY)
  expect(timeFormat(start, month, 5 * DAY, 'en-US')(new Date(2025, 2, 4))).toBe('3/4')
  expect(timeFormat(start, start, 5000, 'en-GB')(start)).toBe('20:05:00')
})

test('for any range, ticks ascend, lie inside and respect the maximum', () => {
  for (let length = 7000; length < 400 * DAY; length *= 1.7) {
    const start = new Date(2025, 2, 29, 13, 17, 5).getTime()
    const step = timeStep(start, start + length, 6)
    const ticks = timeTicks(start, start + length, step)
    expect(ticks.length).toBeLessThanOrEqual(7)
    for (const [at, tick] of ticks.entries()) {
      expect(tick).toBeGreaterThanOrEqual(start)
      expect(tick).toBeLessThanOrEqual(start + length)
      if (at > 0) expect(tick).toBeGreaterThan(ticks[at - 1]!)
      if (step >= MINUTE) expect(new Date(tick).getSeconds()).toBe(0)
      if (step >= DAY) expect(new Date(tick).getHours()).toBe(0)
    }
  }
})

test('finds the point for a moment', () => {
  expect([-1, 0, 5, 10, 99].map((at) => indexAt([0, 10, 20], at))).toEqual([-1, 0, 0, 1, 2])
  expect(indexAt([], 5)).toBe(-1)
})
