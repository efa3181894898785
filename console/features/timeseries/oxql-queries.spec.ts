// The text of the queries that charts send.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { onSamples, oxqlLines, oxqlText, periodSeconds } from './oxql-queries.ts'
import { SAMPLE_SECONDS } from '../../chart/units.ts'

const range = { start: new Date('2026-03-01T10:00:00.700Z'), end: new Date('2026-03-01T11:00:00.700Z') }
const id = '4c1c6f52-9d16-4f43-a0d1-0d9f2e5f2a55'

test('all disks of an instance', () => {
  const given = {
    metric: 'virtual_disk:reads',
    range,
    where: { attached_instance_id: id },
    groupBy: 'attached_instance_id',
  }
  expect(oxqlText(given)).toBe(
    'get virtual_disk:reads | filter timestamp >= @2026-03-01T09:58:00.000 && timestamp < @2026-03-01T11:00:00.000' +
      ` && attached_instance_id == "${id}" | align mean_within(60s) | group_by [attached_instance_id], sum`,
  )
})

test('one disk is not grouped', () => {
  const text = oxqlText({ metric: 'virtual_disk:reads', range, where: { attached_instance_id: id, disk_id: id } })
  expect(text).toContain(`attached_instance_id == "${id}" && disk_id == "${id}" | align mean_within(60s)`)
  expect(text).not.toContain('group_by')
})

test('both forms are the same query', () => {
  const given = { metric: 'virtual_machine:vcpu_usage', range, where: { state: 'run' }, groupBy: 'vcpu_id' }
  expect(oxqlLines(given).replaceAll(/\s+/g, ' ')).toBe(oxqlText(given))
  expect(oxqlLines(given).split('\n').length).toBeGreaterThan(4)
})

test('quotes in a value stay inside it', () => {
  expect(oxqlText({ metric: 'a:b', range, where: { state: 'x" || state == "y\\' } })).toContain(
    String.raw`state == "x\" || state == \"y\\"`,
  )
})

const long = (seconds: number) => ({ start: new Date(0), end: new Date(seconds * 1000) })

test('a range has about 60 periods, none shorter than a sample', () => {
  expect([10, 300, 3600, 3 * 3600, 86_400, 30 * 86_400].map((seconds) => periodSeconds(long(seconds)))).toEqual([
    5, 5, 60, 180, 1440, 43_200,
  ])
})

test('the windows of any range begin and end with a sample, and there are at most 60', () => {
  fc.assert(
    fc.property(fc.integer({ min: 600, max: 60 * 86_400 }), (seconds) => {
      const period = periodSeconds(long(seconds))
      expect(period % SAMPLE_SECONDS).toBe(0)
      expect(period).toBeGreaterThanOrEqual(seconds / 60)
      expect(period).toBeLessThan(seconds / 60 + SAMPLE_SECONDS)
    }),
  )
})

test('a range begins and ends with a sample', () => {
  const given = { start: new Date('2026-11-16T07:59:11.480Z'), end: new Date('2026-11-16T08:59:11.480Z') }
  expect(onSamples(given)).toEqual({
    start: new Date('2026-11-16T07:59:10Z'),
    end: new Date('2026-11-16T08:59:10Z'),
  })
})

test('every query ends on a sampling mark, whatever its range', () => {
  // 15 minutes by 15 seconds: windows that end between two samples touch four instead of three, and read 75%
  const given = { start: new Date('2026-03-01T10:44:57.700Z'), end: new Date('2026-03-01T10:59:57.700Z') }
  const text = oxqlText({ metric: 'virtual_machine:vcpu_usage', range: given, where: {} })
  expect(text).toContain('timestamp >= @2026-03-01T10:44:25.000 && timestamp < @2026-03-01T10:59:55.000')
  expect(text).toContain('mean_within(15s)')
})
