// A year of protection policies that store backups, in three zones: through daylight saving, outages of the server and of the target, clocks
// that jump, replicas that work at once, and crashes. What is kept here and at the target is exactly what the policy says.
import { expect, test } from 'vitest'
import type { Wire } from '#contract/api.ts'
import { makeMemoryBackups } from '#drivers/simulated/backup-engine.ts'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import type { Host } from '../frame/context.ts'
import { quickHash, shrink, TARGETS } from '../testing/backups.ts'
import { eachDatabase } from '../testing/databases.ts'
import { seededRandom } from '../testing/ports.ts'
import { makeStorage, settleStorage } from '../testing/storage.ts'
import { backupLoop } from './backup.ts'
import { protectionLoop } from './protection.ts'

// all of them change their clocks on a Sunday, two by skipping 02:30
const ZONES = ['Europe/Zurich', 'America/New_York', 'Australia/Lord_Howe']
/** How often 02:30 does not exist, from 9 March 2025 to 8 March 2026: both are such days in New York. */
const SKIPPED = [1, 2, 0]
const WEEKS = 52
const HOUR = 3_600_000
const SIZE = 2 ** 20
const POLICIES = '/rackwright/protection-policies?project=web'
const KEEP = { hourly: 0, daily: 0, weekly: 4, monthly: 6 }

const local = (time: string, zone: string, format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-CA', { ...format, timeZone: zone, hourCycle: 'h23' }).format(new Date(time))

/** What stays of weekly runs: each is alone in its week. */
function kept(times: readonly string[], zone: string): string[] {
  const lastOfMonth = new Map(times.map((time) => [local(time, zone, { year: 'numeric', month: '2-digit' }), time]))
  return [...new Set([...times.slice(-KEEP.weekly), ...[...lastOfMonth.values()].slice(-KEEP.monthly)])].toSorted()
}

/** Until nothing is left to do now. */
async function work(host: Host): Promise<void> {
  const loops = [protectionLoop(host, () => undefined), backupLoop(host, () => undefined)]
  for (let pass = 0; pass < 12; pass++) {
    let isPending = false
    for (const loop of loops) {
      const again = await loop.step()
      isPending ||= typeof again === 'number' && again < 10_000
    }
    await settleStorage(host)
    if (!isPending) return
  }
}

eachDatabase(
  (_name, open) => {
    test('a year leaves what the policies say, here and at the target', { timeout: 120_000 }, async () => {
      const engine = makeMemoryBackups(quickHash)
      const w = await makeStorage(await open(), { backupEngine: engine, volumes: makeMemoryBlocks(quickHash) })
      const { db } = w.host
      const place = { kind: 'directory', folder: 'tapes' }
      const target = await w.post(TARGETS, { name: 'tapes', description: '', place })
      await w.post(`${TARGETS}/tapes/silos`, { silo: 'recovery' })
      for (const [n, zone] of ZONES.entries()) {
        const { id } = await w.disk(`disk-${n}`)
        // a small one: every byte is read each week
        await shrink(w, String(id), new Uint8Array(SIZE))
        await w.post(POLICIES, {
          name: `policy-${n}`,
          description: '',
          schedule: { kind: 'weekly', weekday: 'sunday', time: '02:30', zone },
          keep: KEEP,
          covers: { kind: 'chosen', instances: [], disks: [id] },
        })
        const path = `/rackwright/protection-policies/policy-${n}/backup-target?project=web`
        await w.admin.raw('PUT', path, { backup_target_id: target.id })
      }

      let skew = 0
      const clock = { ...w.clock, now: () => new Date(w.clock.now().getTime() + skew) }
      /** A server of its own. It dies after so many transactions. */
      const server = (left = Infinity): Host => ({
        ...w.host,
        clock,
        db: {
          ...db,
          transaction: async (work, options) => {
            if (left-- <= 0) throw new Error('killed')
            return db.transaction(work, options)
          },
        },
      })
      const random = seededRandom(7)
      const dice = () => random.bytes(1)[0]! / 256
      const outages = new Set<number>()
      // Monday; the runs of the week are over on Sunday evening
      await w.clock.advance(6 * 24 * HOUR + 10 * HOUR)
      for (let week = 0; week < WEEKS; week++) {
        const isLast = week === WEEKS - 1
        if (!isLast && dice() < 0.15 && !outages.has(week - 1)) outages.add(week)
        else {
          engine.trouble = !isLast && dice() < 0.15 ? 'unreachable' : undefined
          if (dice() < 0.4) await work(server(Math.floor(dice() * 25))).catch(() => undefined)
          if (dice() < 0.3) await Promise.all([work(server()), work(server())]).catch(() => undefined)
          await work(server())
          skew = dice() < 0.3 ? -3 * HOUR : 0
          await work(server())
          skew = 0
        }
        await w.clock.advance(7 * 24 * HOUR)
      }
      // the target is tried again for the last time
      await work(server())

      const policies = await db.read.selectFrom('protection_policy').selectAll().orderBy('name').execute()
      const found = policies.map((policy) => policy.schedule.zone)
      expect(found).toEqual(ZONES)
      expect(outages.size).toBeGreaterThan(3)
      const backups: Wire<'Backup'>['id'][] = []
      for (const [n, { id, schedule }] of policies.entries()) {
        const { zone } = schedule
        const runs = await db.read
          .selectFrom('protection_run')
          .selectAll()
          .where('policy_id', '=', id)
          .orderBy('time_due')
          .execute()
        // every Sunday once, at 02:30 or, where that does not exist, an hour later
        const days = runs.map(({ time_due }) => local(time_due, zone, { dateStyle: 'short' }))
        expect(new Set(days).size, zone).toBe(runs.length)
        expect(new Set(runs.map(({ time_due }) => local(time_due, zone, { weekday: 'long' })))).toEqual(
          new Set(['Sunday']),
        )
        expect(runs.length).toBe(WEEKS + 1)
        const odd = runs.filter(({ time_due }) => local(time_due, zone, { timeStyle: 'short' }) !== '02:30')
        expect(odd.map(({ time_due }) => local(time_due, zone, { timeStyle: 'short' }))).toEqual(
          Array.from({ length: SKIPPED[n]! }, () => '03:30'),
        )
        expect(runs.flatMap(({ state }, week) => (state === 'missed' ? week : []))).toEqual([...outages])
        const taken = runs.flatMap(({ state, time_started }) => (state === 'completed' ? time_started! : []))
        expect(taken.length + outages.size).toBe(runs.length)
        const points = await db.read.selectFrom('recovery_point').selectAll().where('policy_id', '=', id).execute()
        expect(points.map(({ time_created }) => time_created).toSorted(), zone).toEqual(kept(taken, zone))
        const stored = await db.read.selectFrom('backup').selectAll().where('policy_id', '=', id).execute()
        expect(stored.map(({ time_created }) => time_created).toSorted(), zone).toEqual(kept(taken, zone))
        expect(new Set(stored.map(({ state }) => state))).toEqual(new Set(['ready']))
        backups.push(...stored.map((row) => row.id))
      }
      const tags = engine.allTags().filter((tag) => tag.startsWith('backup-'))
      expect(tags.toSorted()).toEqual(backups.map((each) => `backup-${each}`).toSorted())
      expect(engine.allTags().filter((tag) => tag.startsWith('disk-'))).toHaveLength(backups.length)
      const snapshots = await db.read.selectFrom('snapshot').select('id').execute()
      expect((await w.blocks.list()).length).toBe(ZONES.length + snapshots.length)
    })
  },
  ['libsql'],
)
