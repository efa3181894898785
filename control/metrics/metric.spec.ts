// Provisioned levels over time through the API: charts must agree with what is provisioned.
import { describe, expect, test, vi } from 'vitest'
import { usageLoop } from '../reconcile/usage.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type Person } from '../testing/world.ts'

const GIB = 2 ** 30

interface Page {
  items: { timestamp: string; datum: { type: string; datum: number } }[]
  next_page: string | null
}

const read = async (person: Person, path: string) => (await person.raw('GET', path)).body as unknown as Page
const values = (page: Page) => page.items.map(({ datum }) => datum.datum)
const seen = ({ items }: Page) => items.map(({ timestamp, datum }) => [Date.parse(timestamp), datum.type, datum.datum])
const disk = (person: Person, project: string, name: string, size: number) =>
  person.raw('POST', `/v1/disks?project=${project}`, {
    name,
    description: '',
    size: size * GIB,
    disk_source: { type: 'blank', block_size: 512 },
  })

eachDatabase((_name, open) => {
  describe('provisioning metrics', () => {
    test('are deleted with their project', async () => {
      const { admin, clock, host, plane, stop } = await makeWorld(await open())
      await plane.start()
      const { body: project } = await admin.raw('POST', '/v1/projects', { name: 'web', description: '' })
      await disk(admin, 'web', 'one', 1)
      const samples = () =>
        host.db.read.selectFrom('usage_sample').selectAll().where('subject_id', '=', String(project.id)).execute()
      expect(await samples()).toHaveLength(1)
      await vi.waitFor(async () => {
        await clock.advance(2000)
        expect((await admin.raw('DELETE', '/v1/disks/one?project=web')).status).toBe(204)
      }, 60_000)
      await admin.raw('DELETE', '/v1/vpc-subnets/default?vpc=default&project=web')
      await admin.raw('DELETE', '/v1/vpcs/default?project=web')
      expect((await admin.raw('DELETE', '/v1/projects/web')).status).toBe(204)
      expect(await samples()).toEqual([])
      await stop()
    })

    test('a sample whenever provisioning changes, of the silo, the project and the fleet', async () => {
      const { admin, clock, errors } = await makeWorld(await open())
      for (const name of ['web', 'db']) await admin.raw('POST', '/v1/projects', { name, description: '' })
      await disk(admin, 'web', 'one', 1)
      await clock.advance(60_000)
      await disk(admin, 'db', 'two', 2)
      await clock.advance(60_000)
      await disk(admin, 'web', 'three', 3)

      const metric = '/v1/metrics/virtual_disk_space_provisioned'
      const window = 'start_time=2025-03-03T09:00:00Z&end_time=2025-03-03T10:00:00Z'
      expect(values(await read(admin, `${metric}?${window}`))).toEqual([GIB, 3 * GIB, 6 * GIB])
      expect(values(await read(admin, `${metric}?${window}&project=web`))).toEqual([GIB, 4 * GIB])
      expect(values(await read(admin, `${metric.replace('/v1', '/v1/system')}?${window}`))).toEqual([
        GIB,
        3 * GIB,
        6 * GIB,
      ])
      expect(values(await read(admin, `${metric}?${window}&order=descending&limit=1`))).toEqual([6 * GIB])
      expect(values(await read(admin, `/v1/metrics/cpus_provisioned?${window}`))).toEqual([0, 0, 0])

      const first = await read(admin, `${metric}?${window}&limit=2`)
      expect(first.items.map(({ timestamp }) => timestamp)).toEqual([
        '2025-03-03T09:00:00.000Z',
        '2025-03-03T09:01:00.000Z',
      ])
      const rest = await read(admin, `${metric}?limit=2&page_token=${first.next_page}`)
      expect(values(rest)).toEqual([6 * GIB])
      // the token does not carry the project
      const ofProject = await read(admin, `${metric}?${window}&limit=1&project=web`)
      const next = `${metric}?page_token=${ofProject.next_page}`
      expect(values(await read(admin, `${next}&project=web`))).toEqual([4 * GIB])
      expect(values(await read(admin, next))).toEqual([3 * GIB, 6 * GIB])
      expect(errors).toEqual([])
    })

    test('have periodic samples for silos without changes and for the fleet, and no writes in between', async () => {
      const { admin, clock, host } = await makeWorld(await open())
      await admin.raw('POST', '/v1/projects', { name: 'web', description: '' })
      await disk(admin, 'web', 'one', 1)
      const { transaction } = host.db
      let written = 0
      host.db.transaction = (work, options) => {
        // noting the minute is not news for anybody
        if (!options?.quiet) written++
        return transaction(work, options)
      }
      const loop = usageLoop(host)
      for (let minute = 0; minute <= 20; minute++) {
        await loop.step()
        clock.skip(60_000)
      }
      host.db.transaction = transaction
      expect(written).toBe(3)
      const window = 'start_time=2025-03-03T09:00:00Z&end_time=2025-03-03T10:00:00Z'
      for (const path of ['/v1/metrics', '/v1/system/metrics']) {
        const page = await read(admin, `${path}/virtual_disk_space_provisioned?${window}`)
        expect(page.items.map(({ timestamp, datum }) => [timestamp, datum.datum])).toEqual([
          ['2025-03-03T09:00:00.000Z', GIB],
          ['2025-03-03T09:16:00.000Z', GIB],
        ])
      }
    })

    test('have a gap where the server was off, for every subject, in every order and page', async () => {
      const { admin, clock, host } = await makeWorld(await open())
      const project = (await admin.raw('POST', '/v1/projects', { name: 'web', description: '' })).body
      await disk(admin, 'web', 'one', 1)
      await usageLoop(host).step()
      for (let minute = 0; minute < 5; minute++) {
        clock.skip(60_000)
        await usageLoop(host).step()
      }
      // less than three minutes are no gap
      clock.skip(150_000)
      await usageLoop(host).step()
      const off = clock.now().getTime() + 1
      clock.skip(600_000)
      const on = clock.now().getTime() - 1
      await usageLoop(host).step()
      clock.skip(60_000)
      await disk(admin, 'web', 'two', 1)

      const window = 'start_time=2025-03-03T09:00:00Z&end_time=2025-03-03T10:00:00Z'
      const gap = [
        [off, 'missing', { datum_type: 'i64', start_time: null }],
        [on, 'i64', GIB],
      ]
      const metric = 'metrics/virtual_disk_space_provisioned'
      for (const path of [`/v1/${metric}?`, `/v1/${metric}?project=web&`, `/v1/system/${metric}?`]) {
        const all = await read(admin, `${path}${window}`)
        expect(seen(all).filter(([time]) => Number(time) >= off && Number(time) <= on)).toEqual(gap)
        expect(values(all).at(-1)).toBe(2 * GIB)
        expect(seen(await read(admin, `${path}${window}&order=descending`))).toEqual(seen(all).toReversed())
        for (const order of ['ascending', 'descending']) {
          const paged: unknown[] = []
          let query = `${window}&order=${order}&limit=1`
          for (;;) {
            const page = await read(admin, `${path}${query}`)
            paged.push(...seen(page))
            if (page.items.length === 0) break
            query = `limit=1&page_token=${page.next_page}`
          }
          expect(paged).toEqual(order === 'ascending' ? seen(all) : seen(all).toReversed())
        }
      }
      // a chart that begins in the gap asks for the level before it
      const inside = new Date(off + 60_000).toISOString()
      const before = await read(
        admin,
        `/v1/${metric}?start_time=1970-01-01T00:00:00Z&end_time=${inside}&order=descending&limit=1`,
      )
      expect(seen(before)).toEqual([gap[0]])

      const query = `get collection_target:virtual_disk_space_provisioned | filter id == "${String(project.id)}"`
      const { tables } = (await admin.raw('POST', '/v1/system/timeseries/query', { query })).body as {
        tables: { timeseries: Record<string, { points: { values: { values: { values: unknown[] } }[] } }> }[]
      }
      const [series] = Object.values(tables[0]!.timeseries)
      expect(series!.points.values[0]!.values.values).toEqual([GIB, null, GIB, 2 * GIB])
    })

    test('of an earlier version, which noted no times, have a gap up to the upgrade', async () => {
      const { admin, clock, host } = await makeWorld(await open())
      await admin.raw('POST', '/v1/projects', { name: 'web', description: '' })
      await disk(admin, 'web', 'one', 1)
      clock.skip(3_600_000)
      await usageLoop(host).step()
      const window = 'start_time=2025-03-03T09:00:00Z&end_time=2025-03-03T11:00:00Z'
      const { items } = await read(admin, `/v1/metrics/virtual_disk_space_provisioned?${window}`)
      expect(items.map(({ datum }) => datum.type)).toEqual(['i64', 'missing', 'i64', 'i64'])
    })

    test('include the start of the window and exclude its end; an empty window has no items', async () => {
      const { admin } = await makeWorld(await open())
      await admin.raw('POST', '/v1/projects', { name: 'web', description: '' })
      await disk(admin, 'web', 'one', 1)
      const at = '2025-03-03T09:00:00.000Z'
      const metric = '/v1/metrics/virtual_disk_space_provisioned'
      expect(values(await read(admin, `${metric}?start_time=${at}&end_time=2025-03-03T09:00:01Z`))).toEqual([GIB])
      expect(await read(admin, `${metric}?start_time=2025-03-03T08:00:00Z&end_time=${at}`)).toEqual({
        items: [],
        next_page: null,
      })
      expect(await read(admin, `${metric}?start_time=${at}&end_time=${at}`)).toEqual({ items: [], next_page: null })
      const missing = await admin.raw('GET', metric)
      expect(missing.status).toBe(400)
      expect(missing.body.message).toBe('unable to parse query string: missing field `start_time`')
    })
  })
})
