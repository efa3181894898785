// Protection policies through the API, on every database: what they cover, when they run, what stays, and what happens when a run
// cannot copy.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Wire } from '#contract/api.ts'
import { protectionLoop } from '../../reconcile/protection.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { GIB, makeStorage, settleStorage, type Storage } from '../../testing/storage.ts'
import { talk } from '../../testing/talk.ts'
import { makeWorld } from '../../testing/world.ts'

const POLICIES = '/rackwright/protection-policies'
const DAY = 24 * 3_600_000

const body = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  description: '',
  schedule: { kind: 'daily', time: '03:00', zone: 'UTC' },
  keep: { hourly: 0, daily: 2, weekly: 0, monthly: 0 },
  covers: { kind: 'all' },
  ...more,
})

type Policy = Wire<'ProtectionPolicy'>
type Run = Wire<'ProtectionRun'>

eachDatabase((_name, open) => {
  describe('protection policies', () => {
    let w: Storage
    beforeEach(async () => {
      w = await makeStorage(await open())
    })

    const create = async (name: string, more?: Record<string, unknown>) =>
      (await w.post(`${POLICIES}?project=web`, body(name, more))) as unknown as Policy
    const refused = async (more: Record<string, unknown>) => {
      const { status, body: reply } = await w.admin.raw('POST', `${POLICIES}?project=web`, body('odd', more))
      expect(status, JSON.stringify(reply)).toBe(400)
      return reply.message as string
    }
    const view = async (id: string) => (await w.get(`${POLICIES}/${id}`)) as unknown as Policy
    const runs = async (id: string) =>
      ((await w.get(`${POLICIES}/${id}/runs`)).items as Run[]).map(({ state }) => state)
    const originOf = async (id: string) =>
      (await w.get(`/rackwright/snapshots/${id}/origin`)).point as Wire<'RecoveryPoint'>
    const issues = async () => (await w.list('/rackwright/issues')).map(({ kind }) => kind)
    const snapshots = async () => (await w.get('/v1/snapshots?project=web')).items as Wire<'Snapshot'>[]

    /** Signs in again, because sessions end. */
    async function later(milliseconds: number) {
      await w.clock.advance(milliseconds)
      const admin = await w.login('recovery', 'admin')
      Object.assign(w, talk(admin), { admin })
    }

    /** Passes of the loop until nothing is left to do, as another server would continue. */
    async function work(host = w.host) {
      for (let pass = 0; pass < 6; pass++) {
        const isPending = await protectionLoop(host, () => undefined).step()
        await settleStorage(host)
        if (!isPending) return
      }
    }

    test('take snapshots when they are due, and keep as many as they should', async () => {
      await w.disk('data')
      const { id, time_next } = await create('nightly')
      await work()
      expect(await snapshots()).toEqual([])
      for (let day = 0; day < 4; day++) {
        await later(DAY)
        await work()
      }
      expect(await runs(id)).toEqual(['completed', 'completed', 'completed', 'completed'])
      const left = await snapshots()
      expect(left.map(({ state, description }) => [state, description])).toEqual([
        ['ready', 'Taken by the protection policy nightly'],
        ['ready', 'Taken by the protection policy nightly'],
      ])
      expect((await w.get('/v1/utilization')).provisioned).toMatchObject({ storage: 3 * GIB })
      const { time_next: next, last_run } = await view(id)
      expect(Date.parse(next!) - Date.parse(time_next!)).toBe(4 * DAY)
      expect(last_run).toMatchObject({ state: 'completed', cause: 'schedule', disks: 1, problems: [] })
    })

    test('remove a snapshot that was deleted and restored, and keep nothing of what they remove', async () => {
      await w.put('/rackwright/silos/recovery/deleted-settings', { retention_seconds: (7 * DAY) / 1000 })
      const deleted = () => w.list('/rackwright/deleted?project=web')
      await w.disk('data')
      await create('nightly')
      await later(DAY)
      await work()
      const [first] = await snapshots()
      await w.del(`/v1/snapshots/${first!.id}`)
      const [kept] = await deleted()
      for (let day = 0; day < 2; day++) {
        await later(DAY)
        await work()
      }
      expect((await w.admin.raw('POST', `/rackwright/deleted/${kept!.id}/restore`)).status).toBe(200)
      expect(await originOf(first!.id)).toMatchObject({ policy_name: 'nightly' })
      await later(DAY)
      await work()
      const left = await snapshots()
      expect(left).toHaveLength(2)
      expect(left.map(({ id }) => id)).not.toContain(first!.id)
      expect(await deleted()).toEqual([])
      const volumes = (await w.host.volumes.list()).map(({ id }) => id)
      expect(volumes).toHaveLength(3)
    })

    test('leave alone what people have made, and what is to be kept', async () => {
      const { id: disk } = await w.disk('data')
      const own = await w.post('/v1/snapshots?project=web', { name: 'mine', description: '', disk })
      await create('nightly', { keep: { hourly: 0, daily: 1, weekly: 0, monthly: 0 } })
      await later(DAY)
      await work()
      const first = (await snapshots()).find(({ id }) => id !== own.id)!
      const point = await originOf(first.id)
      expect(point).toMatchObject({ policy_name: 'nightly', is_kept: false })
      const kept = await w.admin.raw('PUT', `/rackwright/recovery-points/${point.id}`, { is_kept: true })
      expect(kept.body).toMatchObject({ is_kept: true })
      expect(await w.get(`/rackwright/snapshots/${String(own.id)}/origin`)).toEqual({ point: null })
      for (let day = 0; day < 3; day++) {
        await later(DAY)
        await work()
      }
      const ids = (await snapshots()).map(({ id }) => id)
      expect(ids).toHaveLength(3)
      expect(ids).toEqual(expect.arrayContaining([own.id, first.id]))
    })

    test('cover all disks of an instance together, by name, label or choice', async () => {
      for (const name of ['root', 'logs', 'spare', 'other']) await w.disk(name)
      await w.post('/v1/system/ip-pools', { name: 'default', description: '' })
      await w.post('/v1/system/ip-pools/default/silos', { silo: 'recovery', is_default: true })
      await w.post('/v1/system/ip-pools/default/ranges/add', { first: '203.0.113.1', last: '203.0.113.9' })
      const disks = ['root', 'logs'].map((name) => ({ type: 'attach', name }))
      const alone = { network_interfaces: { type: 'none' } }
      const instance = {
        name: 'db1',
        description: '',
        hostname: 'db1',
        ncpus: 1,
        memory: GIB,
        start: false,
        disks,
        ...alone,
      }
      const { id } = await w.post('/v1/instances?project=web', instance)
      await w.admin.raw('PUT', '/rackwright/labels/disk/spare?project=web', { labels: ['env=prod'] })
      await create('databases', { covers: { kind: 'name', pattern: 'db*' } })
      await create('production', { covers: { kind: 'label', label: 'env' } })
      const { id: other } = await w.get('/v1/disks/other?project=web')
      await create('chosen', { covers: { kind: 'chosen', instances: [id], disks: [other] } })
      await create('off', { is_enabled: false })
      const overview = (await w.get('/rackwright/protection?project=web')) as unknown as Wire<'ProtectionOverview'>
      const covered = Object.fromEntries(overview.resources.map(({ name, policies }) => [name, policies]))
      expect(covered).toEqual({ db1: ['chosen', 'databases'], spare: ['production'], other: ['chosen'] })
      expect(overview.next.map(({ policy_name }) => policy_name).slice(0, 3)).toEqual([
        'chosen',
        'databases',
        'production',
      ])
      expect(await w.tell202(`${POLICIES}/databases/run?project=web`)).toMatchObject({ cause: 'person', disks: 2 })
      expect((await w.admin.raw('POST', `${POLICIES}/databases/run?project=web`)).status).toBe(400)
      await work()
      const points = (await w.get(`/rackwright/instances/${String(id)}/recovery-points`))
        .items as Wire<'RecoveryPoint'>[]
      expect(points).toHaveLength(1)
      expect(points[0]!.disks.map(({ disk_name, state }) => [disk_name, state])).toEqual([
        ['logs', 'ready'],
        ['root', 'ready'],
      ])
    })

    test('say why they could not copy, copy all disks of an instance or none, and recover', async () => {
      const { id: data } = await w.disk('data')
      const { id } = await create('nightly')
      await w.admin.raw('PUT', '/v1/system/silos/recovery/quotas', { storage: GIB })
      await later(DAY)
      await work()
      const { last_run } = await view(id)
      expect(last_run).toMatchObject({ state: 'failed' })
      expect(last_run!.problems[0]!.text).toMatch(/Storage Limit Exceeded/)
      const { name, noun, resource_id } = last_run!.problems[0]!
      expect([name, noun, resource_id]).toEqual(['data', 'disk', data])
      expect(await snapshots()).toEqual([])
      expect(await issues()).toContain('protection_failed')
      const alerts = (await w.get('/rackwright/alerts')).items as { alert_class: string; sentence: string }[]
      expect(alerts.map(({ sentence }) => sentence)).toContain(
        'Protection policy nightly in project web of silo recovery did not copy all it covers',
      )
      await w.admin.raw('PUT', '/v1/system/silos/recovery/quotas', { storage: 100 * GIB })
      await later(DAY)
      await work()
      expect((await view(id)).last_run).toMatchObject({ state: 'completed' })
      expect(await issues()).not.toContain('protection_failed')
    })

    test('end however many points there are', async () => {
      const { id: policy_id } = await create('nightly')
      const { project_id, silo_id } = await w.host.db.read
        .selectFrom('protection_policy')
        .select(['project_id', 'silo_id'])
        .executeTakeFirstOrThrow()
      const now = w.clock.now().toISOString()
      // more than SQLite has room for in one statement
      await w.host.db.transaction((tx) =>
        sql`
          insert into recovery_point (id, project_id, silo_id, run_id, policy_id, policy_name, resource_id, noun, is_kept, time_taken, time_created)
          with recursive number(n) as (select 1 union all select n + 1 from number where n < 33000),
          made(id) as (select '40570000-0000-4000-8000-' || cast(100000000000 + n as text) from number)
          select id, ${project_id}, ${silo_id}, id, ${policy_id}, 'nightly', id, 'disk', 1 = 0, ${now}, ${now} from made
        `.execute(tx),
      )
      await w.disk('data')
      await later(DAY)
      await work()
      expect(await runs(policy_id)).toEqual(['completed'])
      // those without snapshots are gone
      const left = w.host.db.read.selectFrom('recovery_point').select((is) => is.fn.countAll().as('count'))
      expect(Number((await left.executeTakeFirstOrThrow()).count)).toBe(1)
    })

    test('run once after an outage, and say what was missed', async () => {
      await w.disk('data')
      const { id } = await create('nightly', { keep: { hourly: 0, daily: 7, weekly: 0, monthly: 0 } })
      await later(5 * DAY)
      await protectionLoop(w.host, () => undefined).step()
      // until the run that makes up for it has ended
      expect(await issues()).toContain('protection_failed')
      expect(await w.list('/rackwright/alerts')).toMatchObject([
        {
          alert_class: 'protection.failed',
          sentence: 'Protection policy nightly in project web of silo recovery did not copy all it covers',
        },
      ])
      const raised = await w.host.db.read.selectFrom('alert').selectAll().execute()
      expect(JSON.stringify(raised)).toContain('The server was not running when the policy was due.')
      await settleStorage(w.host)
      await work()
      expect(await runs(id)).toEqual(['missed', 'completed'])
      expect(await issues()).not.toContain('protection_failed')
      expect(await snapshots()).toHaveLength(1)
    })

    test('are continued by another server, without a second copy', async () => {
      await w.disk('data')
      const { id } = await create('nightly')
      await later(DAY)
      const other = await makeWorld(w.host.db, { clock: w.clock, volumes: w.blocks }, w.admin.session)
      // both at once, again and again
      for (let pass = 0; pass < 3; pass++) await Promise.all([work(), work(other.host)])
      expect(await runs(id)).toEqual(['completed'])
      expect(await snapshots()).toHaveLength(1)
    })

    test('end with their snapshots left, which people delete like any other', async () => {
      await w.disk('data')
      const { id } = await create('nightly')
      await later(DAY)
      await work()
      expect((await w.admin.raw('DELETE', `${POLICIES}/${id}`)).status).toBe(204)
      const [left] = await snapshots()
      expect(await originOf(left!.id)).toMatchObject({ policy_name: 'nightly' })
      expect((await w.admin.raw('DELETE', `/v1/snapshots/${left!.id}`)).status).toBe(204)
    })

    test('are changed, with the next run following the schedule', async () => {
      const { id } = await create('nightly')
      const put = (changes: Record<string, unknown>) => w.admin.raw('PUT', `${POLICIES}/${id}`, changes)
      const off = await put({ is_enabled: false })
      expect(off.body).toMatchObject({ is_enabled: false, time_next: null, name: 'nightly' })
      const weekly = { kind: 'weekly', weekday: 'monday', time: '04:00', zone: 'Europe/Zurich' }
      const on = (await put({ is_enabled: true, schedule: weekly, name: 'weekly' })).body as unknown as Policy
      expect(new Date(on.time_next!).getUTCDay()).toBe(1)
      expect(on.name).toBe('weekly')
      await create('other')
      expect((await put({ name: 'other' })).body).toMatchObject({ error_code: 'ObjectAlreadyExists' })
    })

    test('refuse what cannot be', async () => {
      const zone = 'UTC'
      expect(await refused({ schedule: { kind: 'daily', time: '24:00', zone } })).toMatch(/time of day/)
      expect(await refused({ schedule: { kind: 'daily', time: '03:00', zone: 'Mars/Base' } })).toMatch(/time zone/)
      expect(await refused({ schedule: { kind: 'hours', every: 0, zone } })).toMatch(/from 1 to 168/)
      expect(await refused({ keep: { hourly: 0, daily: 0, weekly: 0, monthly: 0 } })).toMatch(/at least one/)
      expect(await refused({ keep: { hourly: 0, daily: 400, weekly: 0, monthly: 0 } })).toMatch(/from 0 to 366/)
      expect(await refused({ covers: { kind: 'name', pattern: 'Web?' } })).toMatch(/lowercase/)
      expect(await refused({ covers: { kind: 'chosen', instances: [], disks: [] } })).toMatch(/at least one/)
    })
  })
})
