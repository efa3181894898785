// Adding up series, dropping points before the range, and keeping gaps.
import { expect, test } from 'vitest'
import { onSameTimes, seriesOf, since, sumOf, withGaps, type QueryResult } from './series.ts'

type Point = [second: number, value: number | null]
const answer = (...all: Point[][]): QueryResult => ({
  tables: [
    {
      name: 'virtual_disk:reads',
      timeseries: Object.fromEntries(
        all.map((points, at) => [
          String(at),
          {
            fields: {},
            points: {
              startTimes: null,
              timestamps: points.map(([second]) => new Date(second * 1000).toISOString()),
              values: [{ metricType: 'gauge', values: { type: 'double', values: points.map(([, value]) => value) } }],
            },
          },
        ]),
      ),
    },
  ],
})

const series = (...all: Point[][]) => seriesOf(answer(...all))

test('series are added up at equal times; a gap in all stays a gap', () => {
  const sum = sumOf(
    series(
      [
        [1, 1],
        [2, null],
        [3, null],
      ],
      [
        [1, 10],
        [2, 20],
        [3, null],
        [4, 40],
      ],
    ),
  )
  expect(sum).toEqual({ times: [1000, 2000, 3000, 4000], values: [11, 20, null, 40], count: 2 })
})

test('no table and no series give nothing', () => {
  expect(sumOf(seriesOf({ tables: [] }))).toEqual({ times: [], values: [], count: 0 })
  expect(sumOf(series())).toEqual({ times: [], values: [], count: 0 })
})

const random = (seed: number) => ((seed * 7919) % 1009) / 1009

test('the order of the series does not matter', () => {
  const all = Array.from({ length: 6 }, (_, row) =>
    Array.from({ length: 20 }, (__, at): Point => [
      at,
      random(row * 20 + at) < 0.3 ? null : Math.floor(random(row + at * 6) * 100),
    ]),
  )
  expect(sumOf(series(...all.toReversed()))).toEqual(sumOf(series(...all)))
})

test('points before the range are dropped; a machine that started inside it keeps its first point', () => {
  const sum = { times: [1000, 2000, 3000], values: [9, 2, 3], count: 1 }
  expect(since(sum, 2000)).toEqual({ times: [2000, 3000], values: [2, 3], count: 1 })
  expect(since(sum, 500)).toEqual(sum)
  expect(since(sum, 5000)).toEqual({ times: [], values: [], count: 1 })
})

test('missing points become a gap', () => {
  const sum = { times: [1000, 2000, 5000], values: [1, 2, 5], count: 1 }
  expect(withGaps(sum, 1000)).toEqual({ times: [1000, 2000, 3000, 5000], values: [1, 2, null, 5], count: 1 })
  expect(withGaps(sum, 4000)).toEqual(sum)
})

test('several sums over one axis', () => {
  const one = { times: [1, 2], values: [1, 2], count: 1 }
  const other = { times: [2, 3], values: [20, null], count: 1 }
  expect(onSameTimes([one, other])).toEqual({
    times: [1, 2, 3],
    values: [
      [1, 2, null],
      [null, 20, null],
    ],
  })
})
