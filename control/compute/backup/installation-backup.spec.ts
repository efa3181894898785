// The schedule of the backups of the installation: what is made when, and what is said when that fails.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Wire } from '#contract/api.ts'
import { alertConditionLoop } from '../../reconcile/alert-condition.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { BACKUPS, DAY, KEEP, makeBackupWorld, SCHEDULE } from '../../testing/installation-backup-world.ts'

const HOUR = 3_600_000

type Backup = Wire<'InstallationBackup'>

eachDatabase((_name, open) => {
  describe('backups of the installation', () => {
    let made: Awaited<ReturnType<typeof makeBackupWorld>>
    beforeEach(async () => void (made = await makeBackupWorld(await open())))

    const list = async () => (await made.w.get(BACKUPS)).items as Backup[]
    const alerts = async () => {
      const found = made.w.host.db.read.selectFrom('alert').selectAll()
      return found.where('alert_class', '=', 'backup.installation_failed').orderBy('time_created').execute()
    }
    const issue = async () =>
      ((await made.w.get('/rackwright/issues')).items as Wire<'Issue'>[]).find(
        ({ kind }) => kind === 'installation_backup_failed',
      )

    test('off by default; once set it runs when due, and the oldest ones go', async () => {
      const { w, schedule, run, work, states, again } = made
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
      const { w, fake, schedule, run, work, rows, states, again } = made
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
      const { w, fake, schedule, run, work, states } = made
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

    test('the recovery file says where the repository is and has its key; a schedule can be changed', async () => {
      const { w, schedule, again } = made
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

    test('what waits is called off with its schedule: no failure, unless one has failed', async () => {
      const { w, fake, schedule, work, rows, again } = made
      await schedule()
      await w.clock.advance(DAY)
      // no server has begun it
      const held = { ...w.host, backupEngine: undefined }
      await work(held)
      expect(await rows()).toMatchObject([{ state: 'waiting', tags: [] }])
      await again()
      await schedule({ is_enabled: false })
      expect(await rows()).toEqual([])
      await schedule()
      expect(await issue()).toBeUndefined()

      fake.before = () => Promise.reject(new Error('the target is full'))
      await w.clock.advance(DAY)
      await work()
      await again()
      await schedule({ is_enabled: false })
      // the next one removes what it has left
      expect(await rows()).toMatchObject([
        { state: 'failed', problem: 'The target is full', tags: [expect.stringMatching(/^installation-/)] },
      ])
    })
  })
})
