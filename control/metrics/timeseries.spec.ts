// Samples and queries through the API: what is queried must be what the driver reported.
import { describe, expect, test } from 'vitest'
import type { Wire } from '#contract/api.ts'
import { eachDatabaseAndWasm } from '../testing/databases.ts'
import { GIB, makeCompute, type Compute, SLED_ID } from '../testing/compute.ts'
import { makeWorld } from '../testing/world.ts'
import { schemas } from './catalogue.ts'
import { makeSampler } from './sampler.ts'

type Result = Wire<'OxqlQueryResult'>

const bootDisk = (name: string) => ({
  boot_disk: { type: 'create', name, description: '', size: GIB, disk_source: { type: 'blank', block_size: 512 } },
})

async function running(compute: Compute, name: string, more = {}) {
  const { id } = await compute.make(name, { ncpus: 2, start: true, ...bootDisk(`${name}-disk`), ...more })
  await compute.reach(id, 'running')
  return id
}

/** Samples at the next five-second boundaries. The control plane's loop does the same, and either may be first. */
async function sampled(compute: Compute, ticks: number) {
  const sampler = makeSampler(compute.host)
  for (let tick = 0; tick < ticks; tick++) {
    await compute.clock.advance(5000 - (compute.clock.now().getTime() % 5000))
    await sampler.tick()
  }
}

const ask = async (compute: Compute, query: string, path = '/v1/timeseries/query?project=web') =>
  (await compute.ok('POST', path, { query })) as unknown as Result
const askFleet = (compute: Compute, query: string) => ask(compute, query, '/v1/system/timeseries/query')

const seriesOf = (result: Result) => Object.values(result.tables[0]!.timeseries)
const instances = (result: Result) => seriesOf(result).map(({ fields }) => fields.instance_id!.value)
const moment = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19) + '.000'
const numbers = (series: Wire<'Timeseries'>) => series.points.values[0]!.values.values as number[]
const total = (series: Wire<'Timeseries'>) => numbers(series).reduce((sum, value) => sum + value, 0)

eachDatabaseAndWasm((_name, open) => {
  describe('samples', () => {
    test('add up to what the driver reports', async () => {
      const compute = await makeCompute(await open())
      const id = await running(compute, 'db1')
      await sampled(compute, 3)
      const statistics = (await compute.host.machines.statistics(SLED_ID)).find((each) => each.id === id)!
      const disk = statistics.disks[0]!
      const nic = statistics.nics[0]!
      const byInstance = `filter timestamp > @now() - 1h && instance_id == "${id}"`

      const usage = seriesOf(await ask(compute, `get virtual_machine:vcpu_usage | ${byInstance}`))
      expect(usage).toHaveLength(8)
      for (const series of usage) {
        const { vcpu_id, state } = series.fields
        const vcpu = statistics.vcpus[vcpu_id!.value as number]!
        expect(total(series)).toBe(vcpu[state!.value as 'run' | 'idle' | 'waiting' | 'emulation'])
        expect(series.points.start_times![0]).toBe(statistics.start_time.toISOString())
        expect(series.points.start_times!.slice(1)).toEqual(series.points.timestamps.slice(0, -1))
        expect(series.points.values[0]!.metric_type).toBe('delta')
      }

      for (const metric of ['reads', 'writes', 'flushes', 'bytes_read', 'bytes_written', 'failed_reads'] as const) {
        const query = `get virtual_disk:${metric} | filter attached_instance_id == "${id}" && timestamp > @now() - 1h`
        const [series] = seriesOf(await ask(compute, query))
        expect(total(series!), metric).toBe(disk[metric])
        expect(series!.fields.disk_id).toEqual({ type: 'uuid', value: disk.disk_id })
        expect(series!.fields.block_size).toEqual({ type: 'u32', value: 512 })
      }

      for (const metric of ['bytes_sent', 'bytes_received', 'packets_sent', 'errors_sent'] as const) {
        const [series] = seriesOf(await ask(compute, `get instance_network_interface:${metric} | ${byInstance}`))
        expect(total(series!), metric).toBe(nic[metric])
      }
      expect(compute.errors).toEqual([])
      await compute.stop()
    })

    test('every timeseries in the schema list has samples', async () => {
      const compute = await makeCompute(await open())
      await running(compute, 'db1')
      await sampled(compute, 1)
      for (const { name, fields } of schemas) {
        const [series] = seriesOf(await askFleet(compute, `get ${name} | last 1`))
        expect(Object.keys(series?.fields ?? {}).sort(), name).toEqual(fields.map((field) => field.name))
      }
      expect(compute.errors).toEqual([])
      await compute.stop()
    })

    test('a restart resets the count; a stopped instance has no more samples', async () => {
      const compute = await makeCompute(await open())
      const id = await running(compute, 'db1')
      await sampled(compute, 2)
      await compute.act(id, 'stop')
      await compute.reach(id, 'stopped')
      await compute.act(id, 'start')
      await compute.reach(id, 'running')
      await sampled(compute, 2)
      const query = `get virtual_machine:vcpu_usage | filter instance_id == "${id}" && state == "run" && vcpu_id == 0`
      const [series] = seriesOf(await ask(compute, query))
      const { start_times, timestamps } = series!.points
      const breaks = start_times!.filter((start, index) => index > 0 && start !== timestamps[index - 1])
      expect(breaks).toEqual([
        (await compute.host.machines.statistics(SLED_ID)).find((each) => each.id === id)!.start_time.toISOString(),
      ])
      expect(numbers(series!).every((value) => value >= 0)).toBe(true)
      await compute.stop()
    })

    test('the metrics of a disk are its counters, in pages', async () => {
      const compute = await makeCompute(await open())
      const id = await running(compute, 'db1')
      await sampled(compute, 4)
      const { disks, start_time } = (await compute.host.machines.statistics(SLED_ID)).find((each) => each.id === id)!
      const span = 'start_time=2025-03-03T00:00:00Z&end_time=2025-03-04T00:00:00Z'
      const list = async (metric: string, more = '') => {
        const path = `/v1/disks/${disks[0]!.disk_id}/metrics/${metric}?${span}${more}`
        return (await compute.ok('GET', path)) as unknown as { items: Wire<'Measurement'>[]; next_page: string | null }
      }
      const all = await list('write_bytes')
      expect(all.items.length).toBeGreaterThanOrEqual(4)
      expect(all.items.at(-1)!.datum).toEqual({
        type: 'cumulative_i64',
        datum: { start_time: start_time.toISOString(), value: disks[0]!.bytes_written },
      })
      expect((await list('write_bytes', '&order=descending&limit=1')).items).toEqual(all.items.slice(-1))
      const first = await list('write_bytes', '&limit=2')
      const token = first.next_page!
      const path = `/v1/disks/${disks[0]!.disk_id}/metrics/write_bytes?limit=100&page_token=${token}`
      const rest = (await compute.ok('GET', path)) as unknown as typeof first
      expect([...first.items, ...rest.items]).toEqual(all.items)
      expect((await list('activated')).items.map(({ datum }) => (datum.datum as { value: number }).value)).toContain(1)
      await compute.stop()
    })
  })

  describe('queries', () => {
    test('of a project see only that project', async () => {
      const compute = await makeCompute(await open())
      await compute.ok('POST', '/v1/projects', { name: 'other', description: '' })
      const inside = await running(compute, 'db1')
      await sampled(compute, 2)
      const query = 'get virtual_machine:reset | filter timestamp > @now() - 1h'
      expect(instances(await ask(compute, query))).toEqual([inside])
      expect(instances(await askFleet(compute, query))).toEqual([inside])
      const other = '/v1/timeseries/query?project=other'
      for (const each of [
        query,
        `${query} || instance_id == "${inside}"`,
        `get virtual_machine:reset | filter instance_id == "${inside}"`,
        `{ get virtual_machine:reset; ${query} } | filter !(project_id == "${inside}")`,
        `${query} | align mean_within(5s) | group_by []`,
      ])
        expect(
          (await ask(compute, each, other)).tables.every(({ timeseries }) => Object.keys(timeseries).length === 0),
        ).toBe(true)
      const refused = await compute.admin.raw('POST', other, { query: 'get hardware_component:power | last 1' })
      expect(refused.status).toBe(400)
      expect(refused.body.message).toMatch(/^hardware_component:power does not belong to a project/)
      await compute.stop()
    })

    test('the query of the console: percent of a vCPU from the mean per sample', async () => {
      const compute = await makeCompute(await open())
      const id = await running(compute, 'db1')
      await sampled(compute, 26)
      const now = compute.clock.now().getTime()
      const query = (state: string) =>
        `get virtual_machine:vcpu_usage | filter timestamp >= @${moment(now - 120_000)} && timestamp < @${moment(now + 1000)}` +
        ` && instance_id == "${id}" && state == "${state}" | align mean_within(60s) | group_by [vcpu_id], sum`
      let sum = 0
      for (const state of ['run', 'idle', 'waiting', 'emulation']) {
        const series = seriesOf(await ask(compute, query(state)))
        expect(series.map(({ fields }) => fields)).toEqual([0, 1].map((value) => ({ vcpu_id: { type: 'u32', value } })))
        for (const each of series) {
          expect(each.points.start_times).toBeNull()
          expect(each.points.values[0]).toMatchObject({ metric_type: 'gauge', values: { type: 'double' } })
          sum += numbers(each).at(-1)!
        }
      }
      // a window that is not aligned with the samples counts a partial one as whole
      expect((sum * 100) / (5e9 * 2)).toBeGreaterThan(90)
      expect((sum * 100) / (5e9 * 2)).toBeLessThanOrEqual(100.1)
      await compute.stop()
    })

    test('no increase is spread over a time in which no sample was taken', async () => {
      const compute = await makeCompute(await open())
      const id = await running(compute, 'db1')
      await sampled(compute, 26)
      const off = compute.clock.now().getTime()
      // the server was off, and the machine kept running
      await compute.plane.stop()
      compute.clock.skip(600_000)
      const on = compute.clock.now().getTime()
      await sampled(compute, 26)
      const get =
        `get virtual_machine:vcpu_usage | filter timestamp >= @${moment(off - 120_000)} && timestamp <= @${moment(on + 120_000)}` +
        ` && instance_id == "${id}" && state == "run" && vcpu_id == 0`
      // as it was sampled, the increase says over which time it was
      const [raw] = seriesOf(await ask(compute, get))
      const intervals = raw!.points.timestamps.map((time, at) => {
        const start = Date.parse(raw!.points.start_times![at]!)
        return { start, end: Date.parse(time) }
      })
      const long = intervals.filter(({ start, end }) => end - start > 5000)
      expect(long).toEqual([{ start: off, end: expect.any(Number) }])
      expect(numbers(raw!).every((value) => typeof value === 'number')).toBe(true)

      const [aligned] = seriesOf(await ask(compute, `${get} | align mean_within(30s)`))
      const wasSampled = (end: number) =>
        intervals.some((each) => !long.includes(each) && each.start < end && each.end > end - 30_000)
      const known = aligned!.points.timestamps.map((time) => wasSampled(Date.parse(time)))
      expect(known.filter((each) => !each).length).toBeGreaterThan(15)
      expect(numbers(aligned!).map((value) => value !== null)).toEqual(known)
      await compute.stop()
    })

    test('tables with different time ranges align to the same times, so that they join', async () => {
      const compute = await makeCompute(await open())
      const id = await running(compute, 'db1')
      await sampled(compute, 6)
      const until = compute.clock.now().getTime() - 7000
      const disk = (metric: string, more: string) =>
        `get virtual_disk:${metric} | filter attached_instance_id == "${id}"${more} | align mean_within(10s)`
      const bounded = ` && timestamp < @${moment(until)}`
      const { tables } = await ask(compute, `{ ${disk('reads', bounded)}; ${disk('writes', '')} } | join | last 1`)
      expect(tables.map(({ name }) => name)).toEqual(['virtual_disk:reads,virtual_disk:writes'])
      const [{ points }] = Object.values(tables[0]!.timeseries) as [Wire<'Timeseries'>]
      expect(points.timestamps.map((time) => Date.parse(time))).toEqual([Date.parse(`${moment(until)}Z`)])
      expect(points.values).toHaveLength(2)
      await compute.stop()
    })

    test('no match is one empty table', async () => {
      const { admin } = await makeWorld(await open())
      const query =
        'get virtual_disk:reads | filter timestamp > @now() - 5m | align mean_within(5s) | group_by [disk_id]'
      const reply = await admin.raw('POST', '/v1/system/timeseries/query', { query })
      expect([reply.status, reply.body]).toEqual([200, { tables: [{ name: 'virtual_disk:reads', timeseries: {} }] }])
    })

    test.each([
      ['no name', 'get', /^Error at 1:4: expected the name of a timeseries/],
      ['an unknown timeseries', 'get no_such:thing | last 1', /^Timeseries not found for: no_such:thing$/],
      ['everything', 'get virtual_disk:reads', /^The query reads all of virtual_disk:reads/],
      ['4,097 characters', `get virtual_disk:reads | last 1${' '.repeat(4066)}`, /longer than 4096 characters/],
    ])('a query for %s is refused', async (_name, query, message) => {
      const { admin, errors } = await makeWorld(await open())
      const reply = await admin.raw('POST', '/v1/system/timeseries/query', { query })
      expect(reply.body).toMatchObject({ error_code: 'InvalidRequest', message: expect.stringMatching(message) })
      expect(reply.status).toBe(400)
      expect(errors).toEqual([])
    })

    test('the schemas come in pages, by name', async () => {
      const { admin } = await makeWorld(await open())
      const names: string[] = []
      for (let token: unknown = ''; token !== null;) {
        const { body } = await admin.raw('GET', `/v1/system/timeseries/schemas?limit=10&page_token=${token as string}`)
        names.push(...(body.items as { timeseries_name: string }[]).map((item) => item.timeseries_name))
        token = body.next_page
      }
      expect(names).toEqual(schemas.map(({ name }) => name))
      expect([...new Set(names.map((name) => name.split(':')[0]))]).toEqual([
        'collection_target',
        'hardware_component',
        'instance_network_interface',
        'virtual_disk',
        'virtual_machine',
      ])
    })
  })
})
