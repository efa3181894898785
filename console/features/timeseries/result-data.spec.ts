// Results of any query as charts and rows, error positions, and the history.
import { expect, test } from 'vitest'
import type { QueryResult } from '../../chart/series.ts'
import { chartOf, columnsOf, errorSpot, offsetOf, remember, rowsOf } from './result-data.ts'

type ResultTable = QueryResult['tables'][number]
const at = (second: number) => new Date(second * 1000).toISOString()
const series = (
  state: string,
  seconds: number[],
  ...values: (number | null)[][]
): ResultTable['timeseries'][string] => ({
  fields: { state: { type: 'string', value: state }, vcpuId: { type: 'u32', value: 0 } },
  points: {
    startTimes: null,
    timestamps: seconds.map(at),
    values: values.map((each) => ({ metricType: 'gauge', values: { type: 'double', values: each } })),
  },
})

test('lines are named by the fields that distinguish them', () => {
  const table = { name: 'a:b', timeseries: { 1: series('run', [1, 2], [1, 2]), 2: series('idle', [2, 3], [20, null]) } }
  const chart = chartOf(table)!
  expect(chart.data.times).toEqual([1000, 2000, 3000])
  expect(chart.data.series).toEqual([
    { label: 'state: run', values: [1, 2, null] },
    { label: 'state: idle', values: [null, 20, null] },
  ])
  expect(chart.hidden).toBe(0)
  expect(columnsOf(table)).toEqual(['state', 'vcpu_id'])
  expect(rowsOf(table).map(({ time, fields, value }) => [time, fields['state'], value])).toEqual([
    [at(3), 'idle', ''],
    [at(2), 'run', '2'],
    [at(2), 'idle', '20'],
    [at(1), 'run', '1'],
  ])
})

test('a line is interrupted where no sample was taken, also if its period is not known', () => {
  const seconds = [0, 5, 10, 15, 3615, 3620, 3625]
  const table = (name: string) => ({ name, timeseries: { 1: series('run', seconds, seconds) } })
  const [line] = chartOf(table('a:b'))!.data.series
  expect(line!.values).toEqual([0, 5, 10, 15, null, 3615, 3620, 3625])
  // another one that was sampled meanwhile shows that the server was on
  const other = Array.from({ length: 726 }, (_, at) => at * 5)
  const both = { name: 'a:b', timeseries: { ...table('a:b').timeseries, 2: series('idle', other, other) } }
  expect(chartOf(both)!.data.series[1]!.values).toEqual(other)
  // older samples are further apart
  const [older] = chartOf({ name: 'a:b', timeseries: { 1: series('run', [0, 60, 120, 125, 130], [1, 2, 3, 4, 5]) } })!
    .data.series
  expect(older!.values).toEqual([1, 2, 3, 4, 5])
  // levels are sampled when they change
  expect(chartOf(table('collection_target:cpus_provisioned'))!.data.series[0]!.values).toEqual(seconds)
})

const ofInstance = (instance: string, state: string): ResultTable['timeseries'][string] => {
  const line = series(state, [1], [1])
  return { ...line, fields: { ...line.fields, instanceId: { type: 'uuid', value: instance } } }
}

test('lines are named by names, where they are known', () => {
  const names = new Map([['a-1', 'web-1']])
  const labels = (...all: ReturnType<typeof ofInstance>[]) =>
    chartOf({ name: 'a:b', timeseries: Object.fromEntries(all.entries()) }, names)?.data.series.map(
      ({ label }) => label,
    )
  expect(labels(ofInstance('a-1', 'run'), ofInstance('gone', 'run'))).toEqual(['web-1', 'instance_id: gone'])
  expect(labels(ofInstance('a-1', 'run'), ofInstance('gone', 'idle'))).toEqual([
    'instance: web-1, state: run',
    'instance_id: gone, state: idle',
  ])
})

test('joined tables have a line for each part', () => {
  const chart = chartOf({ name: 'a:b,c:d', timeseries: { 1: series('run', [1], [1], [9]) } })!
  expect(chart.data.series.map(({ label }) => label)).toEqual(['a:b', 'c:d'])
  expect(chart.data.start.getTime()).toBeLessThan(1000)
})

test('excess lines are dropped and counted', () => {
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, row) => [row, series(`s${row}`, [1], [row])]))
  expect(chartOf({ name: 'a:b', timeseries: many })).toMatchObject({ hidden: 15 })
})

test('distributions are rows, not lines', () => {
  const values = [
    { bins: [0], counts: [3], min: 1, max: 8, sumOfSamples: 9, squaredMean: 1, p50: null, p90: null, p99: null },
  ]
  const timeseries: ResultTable['timeseries'] = {
    1: {
      fields: {},
      points: {
        startTimes: null,
        timestamps: [at(1)],
        values: [{ metricType: 'delta', values: { type: 'integer_distribution', values } }],
      },
    },
  }
  expect(chartOf({ name: 'a:b', timeseries })).toBeUndefined()
  expect(rowsOf({ name: 'a:b', timeseries })[0]?.value).toBe('3 samples, 1 to 8')
  expect(chartOf({ name: 'a:b', timeseries: {} })).toBeUndefined()
})

test('the position of an error in the text', () => {
  const text = 'get a:b\n  | fliter x'
  const spot = errorSpot('Error at 2:5: expected a step\n2 |   | fliter x')!
  expect(text.slice(offsetOf(text, spot))).toBe('fliter x')
  expect(errorSpot('Timeseries not found for: a:b')).toBeUndefined()
})

test('history: newest first, without repeats, bounded', () => {
  expect(remember(['a', 'b'], 'b')).toEqual(['b', 'a'])
  let history: string[] = []
  for (let at = 0; at < 50; at++) history = remember(history, String(at % 30))
  expect(history).toHaveLength(20)
  expect(new Set(history).size).toBe(20)
})
