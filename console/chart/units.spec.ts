// Units of measured values.
import { expect, test } from 'vitest'
import { cpuPercent, mibPerSecond, perSecond } from './units.ts'

test('counters are rates: a sample covers five seconds', () => {
  expect(perSecond(50)).toBe(10)
  expect(mibPerSecond(5 * 2 ** 20)).toBe(1)
})

test('two vCPUs, each busy for a whole sample of five seconds, are at 100 percent', () => {
  expect(cpuPercent(10e9, 2)).toBe(100)
  expect(cpuPercent(2.5e9, 1)).toBe(50)
  expect(cpuPercent(0, 0)).toBe(0)
})
