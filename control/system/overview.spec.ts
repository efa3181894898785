// What the overview summarizes, and for whom: through the API on every database.
import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_COUNTED_PER_ROW } from '#contract/limits.ts'
import { makeSilo, makeUser } from '../testing/authz-world.ts'
import { GIB, instanceBody, makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import type { Person } from '../testing/world.ts'
import { TREND_STEP_MS, TREND_STEPS } from './usage-trend.ts'

interface Counts {
  id: string
  instances: number
  failed: number
}
interface Overview {
  instances: { state: string; count: number }[]
  usage: {
    used: { storage: number }
    quota: { storage: number }
    trend: { time: string; used: { storage: number } | null }[]
  }
  attention: { count: number; items: object[] }
  projects: { items: Counts[]; next_page: string | null }
  silos: { items: Counts[] }
}

eachDatabase((_name, open) => {
  describe('overview', () => {
    let world: Compute
    beforeEach(async () => {
      world = await makeCompute(await open())
      await world.plane.stop()
    })
    const get = async (path: string, person: Person = world.admin) => {
      const { status, body } = await person.raw('GET', path)
      expect(status, JSON.stringify(body)).toBe(200)
      return body as unknown as Overview
    }
    const view = (person?: Person, query = '') => get(`/rackwright/overview${query}`, person)
    const fleet = (person?: Person) => get('/rackwright/system/overview', person)
    const idOf = async (project: string) => (await world.ok('GET', `/v1/projects/${project}`)).id as string
    const fail = (id: string) =>
      world.host.db.transaction((tx) =>
        tx.updateTable('instance').set({ run_state: 'failed', failure_reason: 'test' }).where('id', '=', id).execute(),
      )
    const makeIn = async (project: string, name: string, person = world.admin) =>
      (await world.ok('POST', `/v1/instances?project=${project}`, instanceBody(name), person)).id as string
    /** In the silo `recovery`, without a role unless one is given. */
    const member = async (name: string, at?: { policy: string; role: string }) => {
      const { id, person } = await makeUser(world, 'recovery', name)
      if (!at) return person
      const { role_assignments } = (await world.ok('GET', at.policy)) as { role_assignments: object[] }
      const assignment = { identity_type: 'silo_user', identity_id: id, role_name: at.role }
      await world.ok('PUT', at.policy, { role_assignments: [...role_assignments, assignment] })
      return person
    }

    test('an empty silo', async () => {
      const { instances, usage, attention, projects } = await view()
      expect(instances).toEqual([])
      expect(usage.used).toEqual({ cpus: 0, memory: 0, storage: 0 })
      expect(usage.trend).toHaveLength(TREND_STEPS + 1)
      expect(attention).toEqual({ count: 0, items: [] })
      expect(projects.items).toEqual([{ id: await idOf('web'), instances: 0, failed: 0 }])
    })

    test('counts by state and by project, for the silo and for readers of one project', async () => {
      await world.ok('POST', '/v1/projects', { name: 'other', description: '' })
      await makeIn('web', 'one')
      await fail(await makeIn('web', 'two'))
      await fail(await makeIn('other', 'three'))
      const [web, other] = [await idOf('web'), await idOf('other')]
      const all = await view()
      expect(all.instances).toEqual([
        { state: 'stopped', count: 1 },
        { state: 'failed', count: 2 },
      ])
      expect(all.projects.items).toEqual([
        { id: other, instances: 1, failed: 1 },
        { id: web, instances: 2, failed: 1 },
      ])
      expect(all.attention.items).toMatchObject([
        { kind: 'instance_failed', project_name: 'other', target_name: 'three' },
        { kind: 'instance_failed', project_name: 'web', target_name: 'two' },
      ])

      const viewer = await member('viewer', { policy: '/v1/projects/web/policy', role: 'viewer' })
      const own = await view(viewer)
      expect(own.instances).toEqual([
        { state: 'stopped', count: 1 },
        { state: 'failed', count: 1 },
      ])
      expect(own.projects.items).toEqual([{ id: web, instances: 2, failed: 1 }])
      expect(own.attention).toMatchObject({ count: 1, items: [{ project_name: 'web' }] })

      const none = await view(await member('nobody'))
      expect(none).toMatchObject({ instances: [], attention: { count: 0 }, projects: { items: [], next_page: null } })
    })

    test('pages like the list of projects', async () => {
      await world.ok('POST', '/v1/projects', { name: 'a', description: '' })
      await makeIn('web', 'one')
      const list = await world.ok('GET', '/v1/projects?limit=1')
      const first = await view(world.admin, '?limit=1')
      expect(first.projects).toEqual({
        items: [{ id: await idOf('a'), instances: 0, failed: 0 }],
        next_page: list.next_page,
      })
      const next = await view(world.admin, `?limit=1&page_token=${String(list.next_page)}`)
      expect(next.projects.items).toEqual([{ id: await idOf('web'), instances: 1, failed: 0 }])
      const last = await view(world.admin, '?limit=1&sort_by=name_descending')
      expect(last.projects.items).toMatchObject([{ id: await idOf('web') }])
    })

    test('usage with its trend', async () => {
      await world.clock.advance(3 * TREND_STEP_MS)
      const admin = await world.login('recovery', 'admin')
      const disk = { name: 'data', description: '', size: GIB, disk_source: { type: 'blank', block_size: 512 } }
      await world.ok('POST', '/v1/disks?project=web', disk, admin)
      await world.clock.advance(TREND_STEP_MS)
      const again = await world.login('recovery', 'admin')
      const { used, quota, trend } = (await view(again)).usage
      expect(used.storage).toBe(GIB)
      expect(quota.storage).toBeGreaterThan(GIB)
      expect(trend.map((point) => point.used?.storage ?? null).slice(-3)).toEqual([0, GIB, GIB])
      expect(trend.at(-1)!.time).toBe(world.clock.now().toISOString())
      const whole = (await fleet(again)).usage
      expect(whole.trend.map((point) => point.used?.storage ?? null).slice(-3)).toEqual([0, GIB, GIB])
    })

    test('the trend has gaps where the server was off', async () => {
      const disk = { name: 'data', description: '', size: GIB, disk_source: { type: 'blank', block_size: 512 } }
      await world.ok('POST', '/v1/disks?project=web', disk)
      const at = (steps: number) => new Date(world.clock.now().getTime() + steps * TREND_STEP_MS).toISOString()
      const period = (start: number, end: number) => ({ time_start: at(start), time_end: at(end) })
      await world.host.db.transaction(async (tx) => {
        await tx.deleteFrom('sampled_period').execute()
        await tx
          .insertInto('sampled_period')
          .values([period(0, 0.5), period(2.5, 10)])
          .execute()
      })
      world.clock.skip(4 * TREND_STEP_MS)
      const { trend } = (await view(await world.login('recovery', 'admin'))).usage
      expect(trend.map((point) => point.used?.storage ?? null).slice(-5)).toEqual([GIB, null, null, GIB, GIB])
    })

    test('a fleet viewer sees totals over all silos, without names from their projects', async () => {
      await makeSilo(world.admin, 'acme')
      await world.ok('POST', '/v1/system/ip-pools/external/silos', { silo: 'acme', is_default: true })
      const { id, person: ada } = await makeUser(world, 'acme', 'ada')
      await world.ok('PUT', '/v1/system/silos/acme/policy', {
        role_assignments: [{ identity_type: 'silo_user', identity_id: id, role_name: 'admin' }],
      })
      await world.ok('POST', '/v1/projects', { name: 'secret', description: '' }, ada)
      await fail(await makeIn('secret', 'hidden', ada))
      await makeIn('web', 'one')

      const viewer = await member('watcher', { policy: '/v1/system/policy', role: 'viewer' })
      const seen = await fleet(viewer)
      const quotas = { cpus: 10, memory: GIB, storage: GIB }
      await world.ok('PUT', '/v1/system/silos/recovery/quotas', quotas)
      // with those of acme; the control plane's own silos have none
      expect((await fleet(viewer)).usage.quota).toEqual({ cpus: 1010, memory: GIB + 2 ** 42, storage: GIB + 2 ** 45 })
      expect(seen.instances).toEqual([
        { state: 'stopped', count: 1 },
        { state: 'failed', count: 1 },
      ])
      const acme = (await world.ok('GET', '/v1/system/silos/acme')).id as string
      expect(seen.silos.items).toContainEqual({ id: acme, instances: 1, failed: 1 })
      expect(seen.attention).toMatchObject({ count: 1, items: [{ silo_name: 'acme', project_name: null }] })
      expect(JSON.stringify(seen)).not.toMatch(/secret|hidden/)
      // the same user has no role in their own silo
      expect(await view(viewer)).toMatchObject({ instances: [], attention: { count: 0 }, projects: { items: [] } })
      // an operator's overview of their own silo excludes the others
      expect((await view()).attention.count).toBe(0)

      expect((await view(ada)).instances).toEqual([{ state: 'failed', count: 1 }])
      expect((await view(ada)).attention.items).toMatchObject([{ target_name: 'hidden' }])
      expect((await ada.raw('GET', '/rackwright/system/overview')).status).toBe(403)
    })

    test('the counts of a row are capped', async () => {
      const id = await makeIn('web', 'one')
      const { db } = world.host
      const row = await db.read.selectFrom('instance').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const copies = Array.from({ length: MAX_COUNTED_PER_ROW + 5 }, (_, n) => ({
        ...row,
        id: world.host.random.uuid(),
        name: `copy-${n}`,
        run_state: n < 3 ? ('failed' as const) : row.run_state,
      }))
      for (let at = 0; at < copies.length; at += 201)
        await db.transaction((tx) =>
          tx
            .insertInto('instance')
            .values(copies.slice(at, at + 201))
            .execute(),
        )
      const { projects, instances } = await view()
      expect(projects.items).toMatchObject([{ instances: MAX_COUNTED_PER_ROW, failed: 3 }])
      expect(instances).toContainEqual({ state: 'stopped', count: MAX_COUNTED_PER_ROW + 3 })
    })
  })
})
