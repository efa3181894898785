// Loops: run on a poke or a timer, have one holder at a time, and are taken over when the holder goes silent.
import { describe, expect, test } from 'vitest'
import { testingClock } from '#drivers/testing-clock.ts'
import type { Database } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { eachDatabaseAndWasm } from '../testing/databases.ts'
import { seededRandom, strictLog } from '../testing/ports.ts'
import { makeLoops } from './loop.ts'

/** Databases run in real time, so virtual time waits for them. */
async function until(done: () => boolean): Promise<void> {
  for (let i = 0; i < 500 && !done(); i++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(done()).toBe(true)
}

const troublesIn = (db: Database) => db.read.selectFrom('loop_trouble').selectAll().execute()

/** Lets time pass, no faster than a database answers, until something is so. */
async function passUntil(clock: { advance(milliseconds: number): Promise<void> }, isSo: () => Promise<boolean>) {
  for (let turn = 0; turn < 2000 && !(await isSo()); turn++) {
    await clock.advance(1000)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  expect(await isSo()).toBe(true)
}

eachDatabaseAndWasm((_name, open) => {
  async function setUp() {
    const db = await open()
    const clock = testingClock()
    const errors: string[] = []
    let seed = 0
    const hostOf = () => ({ db, clock, random: seededRandom(++seed), log: strictLog(errors) }) as unknown as Host
    const counting = () => {
      const seen = { steps: 0 }
      const loops = makeLoops(hostOf(), [{ name: 'things', every: 10_000, step: async () => void seen.steps++ }])
      return { seen, loops }
    }
    return { db, clock, errors, counting, hostOf }
  }

  describe('reconcile loops', () => {
    test('a step runs at the start, when poked, and at its interval', async () => {
      const { clock, counting } = await setUp()
      const { seen, loops } = counting()
      loops.start()
      await until(() => seen.steps === 1)
      loops.poke('things')
      await until(() => seen.steps === 2)
      await clock.advance(10_001)
      await until(() => seen.steps === 3)
      await loops.stop()
    })

    test('the status tells who holds the lease, and when a pass last succeeded', async () => {
      const { clock, hostOf, errors } = await setUp()
      let isBroken = true
      const step = async () => {
        if (isBroken) throw new Error('the outside is down')
      }
      const [one, two] = [1, 2].map(() => makeLoops(hostOf(), [{ name: 'things', every: 10_000, step }]))
      const status = { name: 'things', every: 10_000 }
      expect(one!.status()).toEqual([{ ...status, isLeased: false, lastPass: undefined }])
      one!.start()
      await until(() => errors.length === 1)
      two!.start()
      expect(one!.status()).toEqual([{ ...status, isLeased: true, lastPass: undefined }])
      isBroken = false
      await clock.advance(1001)
      await until(() => one!.status()[0]!.lastPass !== undefined)
      expect(one!.status()).toEqual([{ ...status, isLeased: true, lastPass: expect.any(Date) }])
      expect(two!.status()).toEqual([{ ...status, isLeased: false, lastPass: undefined }])
      await one!.stop()
      expect(one!.status()[0]!.isLeased).toBe(false)
      await two!.stop()
    })

    test('of two replicas one works, and the other takes over when the first is gone', async () => {
      const { clock, counting } = await setUp()
      const one = counting()
      const two = counting()
      one.loops.start()
      await until(() => one.seen.steps === 1)
      two.loops.start()
      two.loops.poke('things')
      await clock.advance(10_001)
      await until(() => one.seen.steps >= 2)
      expect(two.seen.steps).toBe(0)
      await one.loops.stop()
      two.loops.poke('things')
      await until(() => two.seen.steps >= 1)
      await two.loops.stop()
    })

    test('what goes on between steps is told that another replica has the lease', async () => {
      const { db, clock, hostOf } = await setUp()
      const seen = { steps: 0, losses: 0 }
      const step = async () => void seen.steps++
      const loops = makeLoops(hostOf(), [{ name: 'things', every: 10_000, step, lost: () => void seen.losses++ }])
      loops.start()
      await until(() => seen.steps === 1)
      // nothing goes on yet
      const before = seen.losses
      await clock.advance(10_001)
      await until(() => seen.steps === 2)
      expect(seen.losses).toBe(before)
      const time_expires = new Date(clock.now().getTime() + 15_000).toISOString()
      await db.transaction((tx) => tx.updateTable('lease').set({ holder: 'another', time_expires }).execute())
      await clock.advance(10_001)
      await until(() => seen.losses > before)
      expect(seen.steps).toBe(2)
      await loops.stop()
    })

    test('what goes on between steps is told when the lease cannot be renewed', async () => {
      const { clock, hostOf } = await setUp()
      const host = hostOf()
      const seen = { steps: 0, losses: 0 }
      let isDown = false
      const transaction: Database['transaction'] = (...given) =>
        isDown ? Promise.reject(new Error('the database is down')) : host.db.transaction(...given)
      const step = async () => void seen.steps++
      const things = { name: 'things', every: 10_000, step, lost: () => void seen.losses++ }
      const loops = makeLoops({ ...host, db: { ...host.db, transaction } }, [things])
      loops.start()
      await until(() => seen.steps === 1)
      const before = seen.losses
      isDown = true
      await passUntil(clock, async () => seen.losses > before)
      isDown = false
      await loops.stop()
    })

    test('a step that outlasts its lease keeps it', async () => {
      const { clock, counting, hostOf } = await setUp()
      let finish: (() => void) | undefined
      const step = () => new Promise<void>((resolve) => (finish = resolve))
      const slow = makeLoops(hostOf(), [{ name: 'things', every: 10_000, step }])
      slow.start()
      await until(() => finish !== undefined)
      const { seen, loops } = counting()
      loops.start()
      for (let second = 0; second < 40; second++) {
        await clock.advance(1000)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      expect(seen.steps).toBe(0)
      finish!()
      await slow.stop()
      loops.poke('things')
      await until(() => seen.steps >= 1)
      await loops.stop()
    })

    test('a lease that expires further ahead than any lease lasts is taken over and logged', async () => {
      const { db, clock, hostOf } = await setUp()
      const yearAhead = new Date(clock.now().getTime() + 365 * 24 * 3600_000).toISOString()
      const lease = { name: 'things', holder: 'before-the-clock-was-set-back', time_expires: yearAhead }
      await db.transaction((tx) => tx.insertInto('lease').values(lease).execute())
      const warnings: string[] = []
      const host = { ...hostOf(), log: { ...hostOf().log, warn: (message: string) => void warnings.push(message) } }
      let steps = 0
      const loops = makeLoops(host, [{ name: 'things', every: 10_000, step: async () => void steps++ }])
      loops.start()
      await until(() => steps === 1)
      expect(warnings).toEqual(['taking over the lease of things: it expires further ahead than any lease lasts'])
      await loops.stop()
    })

    test('a loop with long pauses works on whichever replica is poked', async () => {
      const { clock, hostOf } = await setUp()
      const steps: string[] = []
      let finish: (() => void) | undefined
      const make = (name: string, work = async () => {}) => {
        const step = async () => {
          steps.push(name)
          await work()
        }
        return makeLoops(hostOf(), [{ name: 'things', every: 60_000, step }])
      }
      /** Lets time pass, but less than a lease lasts. */
      const reach = async (...wanted: string[]) => {
        for (let turn = 0; turn < 100 && steps.length < wanted.length; turn++) {
          await clock.advance(100)
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        expect(steps).toEqual(wanted)
      }
      const one = make('one')
      one.start()
      await reach('one')
      const two = make('two', () => new Promise((resolve) => (finish = resolve)))
      two.start()
      await reach('one', 'two')
      // poked while the other is at work, it looks once that is done
      one.poke('things')
      await clock.advance(1500)
      expect(steps).toEqual(['one', 'two'])
      finish!()
      await reach('one', 'two', 'one')
      await Promise.all([one.stop(), two.stop()])
    })

    test('a loop that was poked waits between attempts to reach its database', async () => {
      const { clock, errors, hostOf } = await setUp()
      let attempts = 0
      const transaction = async () => {
        // ends the loop, should it try without a pause
        if (++attempts > 100) await new Promise(() => {})
        throw new Error('the database is away')
      }
      const host = { ...hostOf(), db: { transaction } } as unknown as Host
      const loops = makeLoops(host, [{ name: 'things', every: 60_000, step: async () => {} }])
      loops.start()
      loops.poke('things')
      await clock.advance(0)
      // at the start, and for the poke
      expect(attempts).toBe(2)
      await clock.advance(5_000)
      expect(attempts).toBe(7)
      expect(errors).toHaveLength(7)
      await loops.stop()
    })

    test('what keeps failing is known by name, with its reason and since when, until another replica succeeds', async () => {
      const { db, clock, hostOf } = await setUp()
      let isBroken = true
      let since: string | undefined
      const step = async () => {
        since ??= clock.now().toISOString()
        if (isBroken) throw new Error('the outside\nis down')
      }
      const make = () => makeLoops(hostOf(), [{ name: 'things', every: 10_000, step }])
      const [one, two] = [make(), make()]
      one.start()
      await passUntil(clock, async () => (await troublesIn(db)).length > 0)
      const trouble = { loop: 'things', key: '', problem: 'the outside is down', sled_id: null, time_created: since! }
      expect(await troublesIn(db)).toMatchObject([{ ...trouble, is_lasting: false }])
      await passUntil(clock, async () => (await troublesIn(db))[0]?.is_lasting === true)
      expect(await troublesIn(db)).toMatchObject([trouble])
      await one.stop()
      two.start()
      const isTaken = async () => two.status()[0]!.isLeased
      await passUntil(clock, isTaken)
      // it has begun before the second replica took over
      expect(await troublesIn(db)).toMatchObject([{ ...trouble, is_lasting: true }])
      isBroken = false
      await passUntil(clock, async () => (await troublesIn(db)).length === 0)
      await two.stop()
    })

    test('what failed before a suspension is not lasting until it has failed again', async () => {
      const { db, clock, hostOf } = await setUp()
      let isBroken = true
      const step = async () => {
        if (isBroken) throw new Error('the outside is down')
      }
      const loops = makeLoops(hostOf(), [{ name: 'things', every: 10_000, step }])
      loops.start()
      await passUntil(clock, async () => (await troublesIn(db)).length > 0)
      isBroken = false
      clock.skip(24 * 3600_000)
      expect(await troublesIn(db)).toMatchObject([{ is_lasting: false }])
      await passUntil(clock, async () => (await troublesIn(db)).length === 0)
      await loops.stop()
    })

    test('a pass that does not end is known too', async () => {
      const { db, clock, hostOf } = await setUp()
      let finish: (() => void) | undefined
      let isQuick = false
      const step = () => (isQuick ? Promise.resolve() : new Promise<void>((resolve) => (finish = resolve)))
      const loops = makeLoops(hostOf(), [{ name: 'things', every: 10_000, step }])
      loops.start()
      await passUntil(clock, async () => (await troublesIn(db)).length > 0)
      expect(await troublesIn(db)).toMatchObject([{ problem: 'a pass has not ended after 10 minutes' }])
      isQuick = true
      finish!()
      await passUntil(clock, async () => (await troublesIn(db)).length === 0)
      await loops.stop()
    })

    test('a step that throws is retried', async () => {
      const { clock, errors, hostOf } = await setUp()
      let tries = 0
      const step = async () => {
        if (++tries === 1) throw new Error('the outside is down')
      }
      const loops = makeLoops(hostOf(), [{ name: 'things', every: 60_000, step }])
      loops.start()
      await until(() => tries === 1 && errors.length === 1)
      await clock.advance(1001)
      await until(() => tries === 2)
      await loops.stop()
    })
  })
})
