// Units of measured values.
import { expect, test } from 'vitest'
import { byteScale, countText, cpuPercent } from './units.ts'

test.each([
  [[], 'Bytes', 1],
  [[0.4, null], 'Bytes', 1],
  [[1023], 'Bytes', 1],
  [[1024, 3], 'KiB', 1024],
  [[5 * 1024 ** 3], 'GiB', 1024 ** 3],
  [[2 * 1024 ** 5], 'TiB', 1024 ** 4],
])('%j in %s', (values, unit, divisor) => {
  expect(byteScale(values)).toEqual({ unit, divisor })
})

test('scaled bytes read between 1 and 1024, for anything from a byte to the largest unit', () => {
  for (let exponent = 0; exponent < 49; exponent += 0.31) {
    const size = 2 ** exponent
    const scaled = size / byteScale([size]).divisor
    expect(scaled).toBeGreaterThanOrEqual(1)
    expect(scaled).toBeLessThan(1024)
  }
})

test.each([
  [0, '0'],
  [0.25, '0.25'],
  [950, '950'],
  [1250, '1.25k'],
  [999_999, '1M'],
  [12_000_000, '12M'],
  [3_456_000_000, '3.46B'],
  [7e12, '7T'],
])('a count of %d reads %s', (value, text) => {
  expect(countText(value)).toBe(text)
})

test('two vCPUs, each busy for a whole sample of five seconds, are at 100 percent', () => {
  expect(cpuPercent(10e9, 2)).toBe(100)
  expect(cpuPercent(2.5e9, 1)).toBe(50)
  expect(cpuPercent(0, 0)).toBe(0)
})
