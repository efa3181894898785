// Stacked series and isolated points.
import { expect, test } from 'vitest'
import { lonePoints, stacked } from './stack.ts'

test('each series is stacked on the ones before it', () => {
  const series = [
    { label: 'a', values: [1, null, null] },
    { label: 'b', values: [2, 5, null] },
  ]
  expect(stacked(series)).toEqual([
    [1, 0, null],
    [3, 5, null],
  ])
})

test('the top of any stack is the sum of its series', () => {
  const series = Array.from({ length: 5 }, (_, row) => ({
    label: String(row),
    values: Array.from({ length: 40 }, (__, at) => ((row * 7 + at * 13) % 11 === 0 ? null : (row * 31 + at * 17) % 23)),
  }))
  const top = stacked(series).at(-1)!
  for (const at of top.keys()) {
    const given = series.map(({ values }) => values[at] ?? null).filter((value) => value !== null)
    expect(top[at]).toBe(given.length === 0 ? null : given.reduce((sum, value) => sum + value, 0))
  }
  expect(stacked([])).toEqual([])
})

test('points between gaps are dots', () => {
  expect(lonePoints([1, null, 2, 3, null, 4])).toEqual([0, 5])
  expect(lonePoints([7])).toEqual([0])
  expect(lonePoints([])).toEqual([])
})
