// The schedule of the backups of the installation: what is made when, what is said when that fails, and that server and command, several
// servers and crashes never do it twice or not at all.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Wire } from '#contract/api.ts'
import { makeMemoryBackups } from '#drivers/simulated/backup-engine.ts'
import type { Host } from '../../frame/context.ts'
import { alertConditionLoop } from '../../reconcile/alert-condition.ts'
import { installationBackupLoop } from '../../reconcile/installation-backup.ts'
import { claimLease, releaseLease } from '../../reconcile/lease.ts'
import { seededRandom } from '../../testing/ports.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { makeFakeBackups, type FakeBackups } from '../../testing/installation-backups.ts'
import { sha256 } from '../../testing/storage.ts'
import { talk, type Talk } from '../../testing/talk.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { leaseOf } from './installation-repository.ts'

const BACKUPS = '/rackwright/installation-backups'
const SCHEDULE = '/rackwright/installation-backup-schedule'
const [HOUR, DAY] = [3_600_000, 24 * 3_600_000]
const DAILY = { kind: 'daily', time: '02:30', zone: 'Europe/Zurich' }
const KEEP = { hourly: 0, daily: 7, weekly: 0, monthly: 0 }

type Backup = Wire<'InstallationBackup'>

eachDatabase((_name, open) => {
  describe('backups of the installation', () => {
    let w: World & Talk
    let fake: FakeBackups
    let target: string
    beforeEach(async () => {
      const world = await makeWorld(await open(), { backupEngine: makeMemoryBackups(sha256) })
      w = { ...world, ...talk(world.admin) }
      fake = world.host.installationBackups as FakeBackups
      const place = { kind: 'directory', folder: 'tapes' }
      const made = await w.post('/rackwright/system/backup-targets', { name: 'tapes', description: '', place })
      target = String(made.id)
    })

    const schedule = (more: Record<string, unknown> = {}) =>
      w.admin.raw('PUT', SCHEDULE, {
        backup_target_id: target,
        is_enabled: true,
        schedule: DAILY,
        keep: KEEP,
        ...more,
      })
    /** As rows: people are logged out as time passes. */
    const rows = () =>
      w.host.db.read.selectFrom('installation_backup').selectAll().orderBy('time_created').orderBy('state').execute()
    const states = async () => (await rows()).map(({ state }) => state)
    const list = async () => (await w.get(BACKUPS)).items as Backup[]
    const run = (body: Record<string, unknown> = {}) => w.admin.raw('POST', BACKUPS, body)
    async function again() {
      const admin = await w.login('recovery', 'admin')
      Object.assign(w, talk(admin), { admin })
    }
    /** A server that has just started. */
    async function work(host: Host = w.host, backups = fake) {
      const loop = installationBackupLoop(host, backups, () => undefined)
      for (let pass = 0; pass < 10; pass++) if ((await loop.step()) !== 500) return
    }
    const alerts = async () => {
      const found = w.host.db.read.selectFrom('alert').selectAll()
      return found.where('alert_class', '=', 'backup.installation_failed').orderBy('time_created').execute()
    }
    const issue = async () =>
      ((await w.get('/rackwright/issues')).items as Wire<'Issue'>[]).find(
        ({ kind }) => kind === 'installation_backup_failed',
      )

    test('off by default; once set it runs when due, and the oldest ones go', async () => {
      expect(await w.get(SCHEDULE)).toMatchObject({ is_enabled: false, backup_target_id: null, time_next: null })
      expect((await run()).body.message).toBe('choose a backup target first')
      const saved = await schedule()
      expect(saved.body).toMatchObject({ is_enabled: true, time_next: '2025-03-04T01:30:00.000Z', time_recovery: null })
      await work()
      expect(await states()).toEqual([])
      for (let day = 0; day < 9; day++) {
        await w.clock.advance(DAY)
        await work()
      }
      expect(await states()).toEqual(Array.from({ length: 7 }, () => 'complete'))
      await again()
      const [first] = await list()
      expect(first).toMatchObject({
        cause: 'schedule',
        target_name: 'tapes',
        percent: 100,
        left_out: [],
        problem: null,
      })
      expect(first!.backup_id).not.toBe(first!.id)
      expect(await issue()).toBeUndefined()
      // off: nothing is due any more
      expect((await schedule({ is_enabled: false })).body.time_next).toBeNull()
      await w.clock.advance(3 * DAY)
      await work()
      expect(await states()).toHaveLength(7)
      const used = await again().then(() => w.admin.raw('DELETE', '/rackwright/system/backup-targets/tapes'))
      expect(used.body.message).toContain('backups of the installation are stored there')
    })

    test('a missed, a failed and an incomplete one are an issue and an alert, until one is complete', async () => {
      await schedule()
      await w.clock.advance(2 * DAY + 17 * HOUR)
      await work()
      expect(await states()).toEqual(['complete', 'missed'])
      // although the next one was complete at once
      expect(await alerts()).toMatchObject([
        { payload: { reason: 'The server was not running.', target_name: 'tapes' } },
      ])
      await again()
      expect(await issue()).toBeUndefined()
      const conditions = alertConditionLoop(w.host)
      await conditions.step()
      await w.clock.advance(HOUR)
      await conditions.step()
      expect((await alerts())[0]!.time_resolved).not.toBeNull()

      fake.before = () => Promise.reject(new Error('the target is full'))
      await w.clock.advance(DAY)
      await work()
      await again()
      expect(await issue()).toMatchObject({ reason: 'The target is full', target_name: 'tapes', severity: 'error' })
      expect(await alerts()).toHaveLength(2)
      const waiting = (await rows()).find(({ state }) => state === 'waiting')!
      expect(waiting).toMatchObject({ attempts: 1, problem: 'The target is full' })
      // later and later, and the same alert
      await work()
      await w.clock.advance(60_000)
      await work()
      expect((await rows()).find(({ id }) => id === waiting.id)).toMatchObject({ state: 'waiting', attempts: 2 })
      expect(await alerts()).toHaveLength(2)
      // the next one takes its place
      await w.clock.advance(DAY)
      fake.before = async () => undefined
      fake.problems = ['Disk data of db was left out: its host does not answer']
      await work()
      expect((await rows()).find(({ id }) => id === waiting.id)).toMatchObject({ state: 'failed' })
      await again()
      expect(await issue()).toMatchObject({ reason: 'Disk data of db was left out: its host does not answer' })
      expect((await list()).at(-1)).toMatchObject({ state: 'incomplete', left_out: fake.problems })

      fake.problems = []
      expect((await run()).status).toBe(202)
      await work()
      expect(await issue()).toBeUndefined()
      // the incomplete one is gone, what failed is remembered
      expect((await states()).toSorted()).toEqual(['complete', 'complete', 'failed', 'missed'])
    })

    test('run now: not twice, and again at once after a failure', async () => {
      await schedule({ is_enabled: false })
      fake.before = () => Promise.reject(new Error('another installation uses the repository'))
      const first = await run()
      expect(first.body).toMatchObject({ state: 'waiting', cause: 'person' })
      await work()
      fake.before = async ({ isTakeOver }) => expect(isTakeOver).toBe(true)
      const second = await run({ take_over: true })
      expect(second.body).toMatchObject({ id: first.body.id, problem: 'Another installation uses the repository' })
      let during: string | undefined
      fake.before = async ({ isTakeOver }) => {
        expect(isTakeOver).toBe(true)
        during = String((await run()).body.message)
      }
      await work()
      expect(during).toBe('a backup to this target is under way')
      expect(await states()).toEqual(['complete'])
      // nobody planned it
      expect(await issue()).toBeUndefined()
      // nobody waits for it forever
      fake.before = () => Promise.reject(new Error('the target is gone'))
      await run()
      for (let attempt = 0; attempt < 8; attempt++) {
        await work()
        await w.clock.advance(HOUR)
      }
      expect((await states()).toSorted()).toEqual(['complete', 'failed'])
    })

    test('while the command stores, the server waits; what a crash leaves goes on or is over', async () => {
      await schedule({ is_enabled: false })
      await run()
      const repository = (await w.host.db.read.selectFrom('installation_repository').selectAll().executeTakeFirst())!
      await claimLease(w.host, leaseOf(repository.id), 'the command')
      await work()
      expect(await states()).toEqual(['waiting'])
      await releaseLease(w.host, leaseOf(repository.id), 'the command')
      // this server dies in the middle, which leaves its backup under way and its lease to expire
      const dead = { ...w.host, random: seededRandom(5) }
      fake.before = () => Promise.reject(new Error('killed'))
      const mute: Host = {
        ...dead,
        db: {
          ...dead.db,
          transaction: async (act, options) => {
            const under = await w.host.db.read.selectFrom('installation_backup').select('attempt_id').execute()
            if (under.some(({ attempt_id }) => attempt_id !== null)) throw new Error('killed')
            return w.host.db.transaction(act, options)
          },
        },
      }
      await work(mute, fake).catch(() => undefined)
      expect(await states()).toEqual(['storing'])
      fake.before = async () => undefined
      await work()
      expect(await states()).toEqual(['storing'])
      await w.clock.advance(60_000)
      // two servers at once
      await Promise.all([work(), work({ ...w.host, random: seededRandom(6) }, makeFakeBackups(w.host))])
      const [row, ...others] = await rows()
      expect(others).toEqual([])
      expect(row).toMatchObject({ state: 'complete', tags: [`installation-${row!.attempt_id}`] })

      // a command that was killed is not continued
      const set = { state: 'storing', cause: 'command' } as const
      await w.host.db.transaction((tx) => tx.updateTable('installation_backup').set(set).execute())
      await work()
      expect((await rows())[0]).toMatchObject({ state: 'failed', problem: 'The command ended before the backup did.' })
    })

    test('the recovery file says where the repository is and has its key; a schedule can be changed', async () => {
      await schedule()
      const file = await w.admin.raw('POST', '/rackwright/installation-backup-recovery')
      expect(file.body.file_name).toBe('tapes.json')
      const text = JSON.parse(String(file.body.text))
      expect(text).toMatchObject({
        place: { kind: 'directory', folder: 'tapes' },
        key: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
      expect((await w.get(SCHEDULE)).time_recovery).toBe(w.clock.now().toISOString())
      const { key } = (await w.admin.raw('POST', '/rackwright/installation-backup-recovery')).body
      expect(key).toBeUndefined()
      await w.clock.advance(DAY)
      await again()
      // one that is due stays due
      const kept = await schedule({ keep: { ...KEEP, daily: 3 } })
      expect(kept.body.time_next).toBe('2025-03-04T01:30:00.000Z')
      const hourly = await schedule({ schedule: { kind: 'hours', every: 6, zone: 'UTC' } })
      expect(hourly.body.time_next).toBe('2025-03-04T12:00:00.000Z')
      expect((await schedule({ keep: { hourly: 0, daily: 0, weekly: 0, monthly: 0 } })).status).toBe(400)
      const none = await schedule({ backup_target_id: w.host.random.uuid() })
      expect(none.body.message).toContain('not found: backup-target')
    })
  })
})
