// Units of measured values.
import { expect, test } from 'vitest'
import { cpuPercent, mibPerSecond, perSecond, valueText } from './units.ts'

test('counters are rates: a sample covers five seconds', () => {
  expect(perSecond(50)).toBe(10)
  expect(mibPerSecond(5 * 2 ** 20)).toBe(1)
})

test('two vCPUs, each busy for a whole sample of five seconds, are at 100 percent', () => {
  expect(cpuPercent(10e9, 2)).toBe(100)
  expect(cpuPercent(2.5e9, 1)).toBe(50)
  expect(cpuPercent(0, 0)).toBe(0)
})

test('rates are in the unit of their size, everything else in its own', () => {
  expect([0, 0.0005, 0.208, 1.04, 2048].map((rate) => valueText(rate, 'MiB/s'))).toEqual([
    '0 B/s',
    '524 B/s',
    '213 KiB/s',
    '1.04 MiB/s',
    '2 GiB/s',
  ])
  expect(valueText(13.68, '%')).toBe('13.7 %')
  expect(valueText(null, 'MiB/s')).toBe('no data')
})
