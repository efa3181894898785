// Backups at targets where one thing fails and the others go on, on every database; and servers that were taken for dead.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Wire } from '#contract/api.ts'
import { makeMemoryBackups, type MemoryBackups } from '#drivers/simulated/backup-engine.ts'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import { backupLoop } from '../../reconcile/backup.ts'
import { protectionLoop } from '../../reconcile/protection.ts'
import { quickHash, shrink, TARGETS } from '../../testing/backups.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { eventually, GIB, makeStorage, settleStorage, type Storage } from '../../testing/storage.ts'
import { talk } from '../../testing/talk.ts'
import { BackupProblem } from './backup-error.ts'

const NIGHTLY = '/rackwright/protection-policies/nightly'
const MONTH = 31 * 24 * 3_600_000
const BYTES = Uint8Array.from({ length: 8192 }, (_, n) => (n * 7) % 251)
const full = new BackupProblem('full', 'the target is full')
const damaged = new BackupProblem('corrupted', 'the repository is damaged')

type Backup = Wire<'Backup'>

async function* failing() {
  yield Uint8Array.of(1)
  throw damaged
}

eachDatabase((_name, open) => {
  describe('a backup repository', () => {
    let w: Storage
    let engine: MemoryBackups
    beforeEach(async () => {
      engine = makeMemoryBackups(quickHash)
      w = await makeStorage(await open(), { backupEngine: engine, volumes: makeMemoryBlocks(quickHash) })
      const place = { kind: 'directory', folder: 'tapes' }
      const { id } = await w.post(TARGETS, { name: 'tapes', description: '', place })
      await w.post(`${TARGETS}/tapes/silos`, { silo: 'recovery' })
      await w.post('/rackwright/protection-policies?project=web', {
        name: 'nightly',
        description: '',
        schedule: { kind: 'daily', time: '03:00', zone: 'UTC' },
        keep: { hourly: 0, daily: 7, weekly: 0, monthly: 0 },
        covers: { kind: 'all' },
      })
      await w.put(`${NIGHTLY}/backup-target?project=web`, { backup_target_id: id })
    })

    const repository = async () => (await w.list(`${TARGETS}/tapes/silos`))[0] as unknown as Wire<'BackupRepository'>
    const backups = async () => (await w.list('/rackwright/backups?project=web')) as unknown as Backup[]
    const states = async () => (await backups()).map(({ state }) => state)
    const restores = () => w.list('/rackwright/backup-restores?project=web')
    const restore = (id: string) => w.tell202(`/rackwright/backups/${id}/restore`, { name: 'back', as: 'disk' })

    async function later(milliseconds: number) {
      await w.clock.advance(milliseconds)
      const admin = await w.login('recovery', 'admin')
      Object.assign(w, talk(admin), { admin })
    }

    /** Until nothing is left to do now. */
    async function work() {
      for (const loop = backupLoop(w.host, () => undefined); (await loop.step()) === 500;) await settleStorage(w.host)
    }

    /** With times for what has failed. */
    async function workOn(rounds: number) {
      for (let round = 0; round < rounds; round++) {
        await work()
        await later(3_600_000)
      }
    }

    async function run() {
      await w.tell202(`${NIGHTLY}/run?project=web`)
      for (let pass = 0; pass < 6; pass++) {
        await protectionLoop(w.host, () => undefined).step()
        await settleStorage(w.host)
      }
      await work()
    }

    const smallDisk = async (name: string) => shrink(w, (await w.disk(name)).id, BYTES)

    const prune = () =>
      w.host.db.transaction((tx) => tx.updateTable('backup_repository').set({ is_prune_due: true }).execute())

    test('is left alone at once by a server that has lost the lease, which records nothing', async () => {
      await smallDisk('data')
      await run()
      await prune()
      const signals: AbortSignal[] = []
      engine.prune = (_, signal) =>
        new Promise((_resolve, reject) => {
          signals.push(signal)
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        })
      const loop = backupLoop(w.host, () => undefined)
      const step = loop.step()
      await eventually(() => signals.length === 1)
      loop.lost!()
      await step
      expect(signals.map(({ aborted }) => aborted)).toEqual([true])
      expect(await repository()).toMatchObject({ problem: null, time_failed: null })
      // with the lease again
      const again = loop.step()
      await eventually(() => signals.length === 2)
      expect(signals[1]!.aborted).toBe(false)
      loop.lost!()
      await again
    })

    test('counts as damaged only when a second look finds it so too', async () => {
      await smallDisk('data')
      await run()
      const [backup] = await backups()
      const { load, verify } = engine
      // another server prunes
      let looks = 0
      engine.load = (...given) => (looks++ === 0 ? failing() : load(...given))
      engine.verify = async (...given) => {
        if (looks++ === 0) throw damaged
        return verify(...given)
      }
      await restore(backup!.id)
      await work()
      expect([looks, await restores()]).toMatchObject([2, [{ state: 'done' }]])
      looks = 0
      await w.tell202(`${TARGETS}/tapes/silos/recovery/verify`)
      await work()
      expect([looks, await repository()]).toMatchObject([2, { problem: null, time_verified: expect.any(String) }])
    })

    test('has a size that may be unknown', async () => {
      const stored: string[] = []
      const { store } = engine
      engine.store = (at, bytes, options) => {
        stored.push(bytes.tag.split('-')[0]!)
        return store(at, bytes, options)
      }
      engine.size = () => Promise.reject(new BackupProblem('slow', 'the target does not answer'))
      await smallDisk('data')
      await run()
      await prune()
      await workOn(2)
      expect(await states()).toEqual(['ready'])
      expect(stored).toEqual(['disk', 'backup'])
      expect(await repository()).toMatchObject({ problem: null, size: null })
      const rows = w.host.db.read.selectFrom('backup_repository').select('is_prune_due')
      expect((await rows.executeTakeFirstOrThrow()).is_prune_due).toBe(false)
    })

    test('stores, verifies and says so while it cannot remove or prune', async () => {
      await smallDisk('data')
      await run()
      const [first] = await backups()
      const { forget, prune: realPrune } = engine
      engine.forget = () => Promise.reject(full)
      engine.prune = () => Promise.reject(full)
      await w.del(`/rackwright/backups/${first!.id}`)
      await prune()
      await run()
      await w.tell202(`${TARGETS}/tapes/silos/recovery/verify`)
      await workOn(6)
      expect((await states()).toSorted()).toEqual(['ready', 'removing'])
      expect(await repository()).toMatchObject({
        problem: 'the target is full',
        time_failed: expect.any(String),
        time_verified: expect.any(String),
      })
      Object.assign(engine, { forget, prune: realPrune })
      await workOn(6)
      expect(await states()).toEqual(['ready'])
      expect(engine.allTags()).toHaveLength(2)
      expect(await repository()).toMatchObject({ problem: null, time_failed: null })
    })

    test('keeps nothing of a backup that can no longer be stored', async () => {
      await w.post('/v1/system/ip-pools', { name: 'default', description: '' })
      await w.post('/v1/system/ip-pools/default/silos', { silo: 'recovery', is_default: true })
      await w.post('/v1/system/ip-pools/default/ranges/add', { first: '203.0.113.1', last: '203.0.113.9' })
      for (const name of ['one', 'two']) await smallDisk(name)
      await w.post('/v1/instances?project=web', {
        name: 'db1',
        description: '',
        hostname: 'db1',
        ncpus: 1,
        memory: GIB,
        start: false,
        disks: ['one', 'two'].map((name) => ({ type: 'attach', name })),
        network_interfaces: { type: 'none' },
      })
      const { store } = engine
      let count = 0
      engine.store = (...given) => (++count === 2 ? Promise.reject(full) : store(...given))
      await run()
      expect(engine.allTags()).toHaveLength(1)
      for (const { id, name } of await w.list('/v1/snapshots?project=web'))
        if (name.startsWith('two')) await w.del(`/v1/snapshots/${id}`)
      await settleStorage(w.host)
      await workOn(2)
      const [failed] = await backups()
      expect(failed).toMatchObject({ state: 'failed', problem: expect.stringContaining('disk two was deleted') })
      expect(failed!.disks.map(({ sha256 }) => sha256)).toEqual([null, null])
      expect(engine.allTags()).toEqual([])
    })

    test('is verified a part each month, another one each time', async () => {
      await smallDisk('data')
      await run()
      const parts: (number | undefined)[] = []
      engine.verify = async (_, part) => {
        expect(part!.of).toBe(12)
        parts.push(part!.number)
      }
      for (let month = 0; month < 13; month++) {
        await later(MONTH)
        await work()
      }
      expect(parts).toEqual([...Array.from({ length: 12 }, (_, n) => n + 1), 1])
    })
  })
})
