// The line of a guest's memory.
import { expect, test } from 'vitest'
import { addMemory, memoryChart } from './memory-points.ts'

const START = 1_000_000_000_000
const at = (seconds: number, used = 1) => ({ at: START + seconds * 1000, used, total: 4 })
const range = { start: new Date(START - 3_600_000), end: new Date(START) }

test('points are kept for an hour, each once', () => {
  addMemory('a', at(0))
  addMemory('a', at(10))
  expect(addMemory('a', at(10))).toEqual([at(0), at(10)])
  expect(addMemory('b', at(10))).toEqual([at(10)])
  expect(addMemory('a', at(3605))).toEqual([at(10), at(3605)])
})

test('a percentage, with a gap where nothing was heard, up to the newest', () => {
  const { end, times, series } = memoryChart([at(0), at(10, 2), at(200, 3)], range)
  expect(series).toEqual([{ label: 'Used', values: [25, 50, null, 75] }])
  expect(times).toHaveLength(4)
  expect(end).toEqual(new Date(START + 200_000))
  expect(memoryChart([], range).end).toEqual(range.end)
})
