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
        written++
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
