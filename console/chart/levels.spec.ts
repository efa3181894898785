// The line of a chart: a level holds until the next sample, over the whole span.
import { expect, test } from 'vitest'
import { levelChart, levelsOf, storageUnit } from './levels.ts'

const [start, end] = [new Date(1000), new Date(9000)]
const range = { start, end }
const sample = (at: number, datum: number) => ({ timestamp: new Date(at), datum: { type: 'i64' as const, datum } })
const missing = (at: number) => ({
  timestamp: new Date(at),
  datum: { type: 'missing' as const, datum: { datumType: 'i64' as const, startTime: null } },
})
const line = (levels: ReturnType<typeof levelsOf>) => levels.times.map((time, at) => [time, levels.values[at]])

test('the earlier level holds at the start, the last one at the end', () => {
  expect(line(levelsOf(range, [sample(4000, 7)], sample(500, 3)))).toEqual([
    [1000, 3],
    [4000, 7],
    [9000, 7],
  ])
})

test('without an earlier level it starts with the first sample; without any, nothing was provisioned', () => {
  expect(line(levelsOf(range, [sample(4000, 7)], undefined))).toEqual([
    [1000, null],
    [4000, 7],
    [9000, 7],
  ])
  expect(line(levelsOf(range, [], undefined))).toEqual([
    [1000, 0],
    [9000, 0],
  ])
})

test('where the server was off there is a gap, also at either end', () => {
  const levels = levelsOf(range, [sample(2000, 7), missing(3000), sample(5000, 7)], missing(500))
  expect(levelChart(levels, 7).series[0]!.values).toEqual([null, 1, null, 1, 1])
  expect(line(levelsOf(range, [missing(3000)], sample(500, 3)))).toEqual([
    [1000, 3],
    [3000, null],
    [9000, null],
  ])
})

test('a sample at the start needs no earlier level', () => {
  expect(line(levelsOf(range, [sample(1000, 7)], sample(500, 3)))).toEqual([
    [1000, 7],
    [9000, 7],
  ])
})

test('without samples, a flat line at the earlier level', () => {
  expect(line(levelsOf(range, [], sample(500, 3)))).toEqual([
    [1000, 3],
    [9000, 3],
  ])
})

test('storage is drawn in the unit of its highest level', () => {
  const levels = levelsOf(range, [sample(2000, 500 * 2 ** 30), missing(3000)], undefined)
  expect(storageUnit(levels)).toEqual({ name: 'GiB', size: 2 ** 30 })
  expect(storageUnit(levelsOf(range, [sample(2000, 2 ** 40), sample(3000, 0)], undefined)).name).toBe('TiB')
  expect(storageUnit(undefined).name).toBe('GiB')
})

test('a truncated list does not extend to the end', () => {
  const many = Array.from({ length: 3000 }, (_, at) => sample(1000 + at, at))
  const levels = levelsOf(range, many, undefined)
  expect(levels.isCut).toBe(true)
  expect(levels.times.at(-1)).toBe(3999)
})
