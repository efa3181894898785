// The series of an instance's charts: percentages of its vCPUs, states on top of each other, bytes in one unit.
import { expect, test } from 'vitest'
import { stacked } from '../../../chart/stack.ts'
import { measuredOf } from '../../timeseries/measured-queries.ts'
import type { QueryResult } from '../../../chart/series.ts'
import { counterChart, stackedChart, stateChart } from './metric-data.ts'

const range = { start: new Date('2026-03-01T10:00:00Z'), end: new Date('2026-03-01T11:00:00Z') }
const query = { metric: 'virtual_machine:vcpu_usage', range, where: {} }
const at = (minute: number) => new Date(range.start.getTime() + minute * 60_000).toISOString()

interface Vcpu {
  vcpu: number
  state: string
  values: (number | null)[]
}

/** From a minute before the range, one value each minute. */
const answer = (all: Vcpu[]): QueryResult => ({
  tables: [
    {
      name: query.metric,
      timeseries: Object.fromEntries(
        all.map(({ vcpu, state, values }) => [
          `${vcpu}${state}`,
          {
            fields: { vcpuId: { type: 'u32', value: vcpu }, state: { type: 'string', value: state } },
            points: {
              startTimes: null,
              timestamps: values.map((_, index) => at(index - 1)),
              values: [{ metricType: 'gauge', values: { type: 'double', values } }],
            },
          },
        ]),
      ),
    },
  ],
})

test('one state in percent of all vCPUs, without what lies before the range', () => {
  const result = answer([
    { vcpu: 0, state: 'run', values: [9e12, 5e9, 1e9, null] },
    { vcpu: 1, state: 'run', values: [9e12, 5e9, null, null] },
  ])
  const chart = stateChart(measuredOf(result, { query, count: 'vcpuId' }), 'Running')
  expect(chart.times).toEqual([0, 1, 2].map((minute) => Date.parse(at(minute))))
  expect(chart.series).toEqual([{ label: 'Running', values: [100, 10, null] }])
})

test('all states together fill the vCPUs', () => {
  const result = answer(
    [0, 1].flatMap((vcpu) => [
      { vcpu, state: 'idle', values: [0, 3e9] },
      { vcpu, state: 'run', values: [0, 1.5e9] },
      { vcpu, state: 'emulation', values: [0, 0.25e9] },
      { vcpu, state: 'waiting', values: [0, 0.25e9] },
    ]),
  )
  const chart = stackedChart(measuredOf(result, { query, split: 'state', count: 'vcpuId' }))
  expect(chart.series).toEqual([
    { label: 'Running', values: [30] },
    { label: 'Emulation', values: [5] },
    { label: 'Waiting', values: [5] },
    { label: 'Idle', values: [60] },
  ])
  expect(stacked(chart.series).at(-1)).toEqual([100])
})

test('rates: bytes in MiB/s, operations per second', () => {
  const result = answer([{ vcpu: 0, state: 'run', values: [0, 5 * 2 ** 20, 2 ** 19] }])
  const data = measuredOf(result, { query })
  expect(counterChart(data, 'Read', 'MiB/s').series[0]?.values).toEqual([1, 0.1])
  expect(counterChart(data, 'Reads', 'IOPS').series[0]?.values).toEqual([2 ** 20, 2 ** 19 / 5])
})

test('nothing was measured', () => {
  const data = measuredOf({ tables: [] }, { query })
  expect(stateChart(data, 'Running').times).toEqual([])
  expect(stackedChart(data).series).toEqual([])
  expect(counterChart(data, 'Reads', 'IOPS').times).toEqual([])
})
