// The series of ready charts.
import { expect, test } from 'vitest'
import { MAX_SERIES, Slots } from '../../chart/series-colors.tsx'
import { oxqlText } from './oxql-queries.ts'
import { readyCharts, readyQuery, topInstances, type KnownInstance } from './ready-data.ts'

const range = { start: new Date('2026-11-17T10:00:00Z'), end: new Date('2026-11-17T11:00:00Z') }
const measuredOf = (values: Record<string, (number | null)[]>) => ({
  range,
  counted: 1,
  sums: new Map(
    Object.entries(values).map(([id, each]) => [id, { times: each.map((_, at) => at), values: each, count: 1 }]),
  ),
})
const instances: KnownInstance[] = Array.from({ length: 12 }, (_, at) => ({
  id: `i${at}`,
  label: `web-${at}`,
  ncpus: 2,
}))

test('names and percent of the own vCPUs, the busiest first', () => {
  const { data, hidden } = topInstances(measuredOf({ i0: [1e9, null], i1: [10e9, 10e9] }), '%', instances, new Slots())
  expect(data.series).toEqual([
    { label: 'web-1', slot: 0, values: [100, 100] },
    { label: 'web-0', slot: 1, values: [10, null] },
  ])
  expect(hidden).toBe(0)
})

test('ten at most, and none that no longer exists', () => {
  const all = Object.fromEntries([...instances.map(({ id }, at) => [id, [at]]), ['gone', [1e9]]])
  const { data, hidden } = topInstances(measuredOf(all), 'IOPS', instances, new Slots())
  expect(data.series).toHaveLength(MAX_SERIES)
  expect(data.series[0]).toEqual({ label: 'web-11', slot: 0, values: [2.2] })
  expect(hidden).toBe(2)
})

test('an instance has one look in all charts of a page', () => {
  const slots = new Slots()
  const looks = (values: Record<string, number[]>) =>
    Object.fromEntries(
      topInstances(measuredOf(values), 'IOPS', instances, slots).data.series.map(({ label, slot }) => [label, slot]),
    )
  const first = looks({ i0: [1], i1: [2], i2: [3] })
  expect(looks({ i0: [3], i1: [2], i2: [1], i3: [0] })).toEqual({ ...first, 'web-3': 3 })
})

test('beyond ten instances, a chart still has one line of each color', () => {
  const slots = new Slots()
  slots.of(['i0', 'i1', 'i2', 'i3', 'i4', 'i5'])
  const ids = ['i5', 'i6', 'i7', 'i8', 'i9', 'i10', 'i11', 'i12', 'i13', 'i14']
  const colors = slots.of(ids).map((slot) => slot % MAX_SERIES)
  expect(new Set(colors).size).toBe(MAX_SERIES)
  expect(new Set(slots.of([...ids, 'i0', 'i1', 'i2', 'i3', 'i4'])).size).toBe(15)
})

test('chosen instances are part of the query, so that nothing else is read', () => {
  const [cpu] = readyCharts
  expect(oxqlText(readyQuery(cpu!, range, ['a', 'b']))).toContain(
    'state == "run" && (instance_id == "a" || instance_id == "b") | align mean_within(60s) | group_by [instance_id], sum',
  )
  expect(oxqlText(readyQuery(cpu!, range, []))).not.toContain('||')
})
