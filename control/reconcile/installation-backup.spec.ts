// Who stores a backup of the installation: server and command, several servers, crashes and servers that stand still never do it twice,
// not at all, or at each other's expense.
import { beforeEach, describe, expect, test } from 'vitest'
import { testingClock } from '#drivers/testing-clock.ts'
import { leaseOf } from '../compute/backup/installation-repository.ts'
import { claimBackup } from '../compute/backup/installation-run.ts'
import type { Host } from '../frame/context.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeBackupWorld } from '../testing/installation-backup-world.ts'
import { makeFakeBackups } from '../testing/installation-backups.ts'
import { seededRandom } from '../testing/ports.ts'
import { installationBackupLoop } from './installation-backup.ts'
import { claimLease, LEASE_MS, releaseLease } from './lease.ts'

const RETRY_MS = 15_000

/** A promise that a test settles. */
function gate() {
  let resolve: (() => void) | undefined
  const opened = new Promise<void>((given) => (resolve = given))
  return { open: () => resolve?.(), opened }
}

eachDatabase((_name, open) => {
  describe('who stores backups of the installation', () => {
    let made: Awaited<ReturnType<typeof makeBackupWorld>>
    let lease: string
    let repository_id: string
    beforeEach(async () => {
      made = await makeBackupWorld(await open())
      await made.schedule({ is_enabled: false })
      await made.run()
      const repositories = made.w.host.db.read.selectFrom('installation_repository').select('id')
      repository_id = (await repositories.executeTakeFirstOrThrow()).id
      lease = leaseOf(repository_id)
    })

    test('while the command stores, the server waits; what a crash leaves goes on or is over', async () => {
      const { w, fake, work, rows, states } = made
      await claimLease(w.host, lease, 'the command')
      await work()
      expect(await states()).toEqual(['waiting'])
      await releaseLease(w.host, lease, 'the command')
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

    test('while somebody else stores, a server asks again later, and says nothing', async () => {
      const { w, fake, states } = made
      let [asked, told] = [0, 0]
      const transaction: Host['db']['transaction'] = (...given) => {
        asked++
        return w.host.db.transaction(...given)
      }
      const host = { ...w.host, db: { ...w.host.db, transaction } }
      const loop = installationBackupLoop(host, fake, () => told++)
      await claimLease(w.host, lease, 'the command')
      expect(await loop.step()).toBe(RETRY_MS)
      expect(asked).toBe(1)
      await w.clock.advance(RETRY_MS - 1)
      expect(await loop.step()).toBe(RETRY_MS)
      expect([asked, told]).toEqual([1, 0])
      await releaseLease(w.host, lease, 'the command')
      await w.clock.advance(1)
      let pause = await loop.step()
      while (pause === 500) pause = await loop.step()
      expect(await states()).toEqual(['complete'])
      expect(told).toBe(1)
    })

    /** A server with a clock of its own, which stands still while it stores. */
    async function stalled() {
      const clock = testingClock(made.w.clock.now().toISOString())
      const host = { ...made.w.host, clock, random: seededRandom(5) }
      const backups = makeFakeBackups(host)
      const [begun, heard, goesOn, over] = [gate(), gate(), gate(), gate()]
      backups.before = async ({ signal }) => {
        begun.open()
        signal.addEventListener('abort', heard.open)
        await goesOn.opened
        signal.throwIfAborted()
      }
      const step = installationBackupLoop(host, backups, over.open).step()
      await begun.opened
      await made.w.clock.advance(60_000)
      clock.skip(60_000)
      return {
        /** Its clock goes on, so that it hears that its lease is lost. */
        async hear() {
          await clock.advance(LEASE_MS / 3)
          await heard.opened
        },
        async goOn() {
          goesOn.open()
          await Promise.all([over.opened, step])
        },
      }
    }

    test.each(['before', 'after'])('a server goes on %s it hears that another one has taken over', async (when) => {
      const { w, fake, work, rows } = made
      const first = await stalled()
      const [begun, goesOn] = [gate(), gate()]
      fake.before = () => {
        begun.open()
        return goesOn.opened
      }
      const working = work({ ...w.host, random: seededRandom(6) })
      await begun.opened
      const [row] = await rows()
      if (when === 'after') await first.hear()
      await first.goOn()
      expect(await rows()).toEqual([row])
      expect(row).toMatchObject({ state: 'storing', problem: null })
      goesOn.open()
      await working
      const tags = [`installation-${row!.attempt_id}`]
      expect(await rows()).toMatchObject([{ state: 'complete', attempt_id: row!.attempt_id, tags, problem: null }])
    })

    test('a command takes over from a server that stands still, which then tries again', async () => {
      const { w, work, rows, states } = made
      const first = await stalled()
      await claimLease(w.host, lease, 'the command')
      await claimBackup(w.host, { id: w.host.random.uuid(), repository_id, cause: 'command' })
      expect(await states()).toEqual(['waiting', 'storing'])
      const before = await rows()
      await first.goOn()
      expect(await rows()).toEqual(before)
      await releaseLease(w.host, lease, 'the command')
      await work()
      expect(await rows()).toMatchObject([
        { cause: 'person', state: 'complete' },
        { cause: 'command', state: 'failed', problem: 'The command ended before the backup did.' },
      ])
    })
  })
})
