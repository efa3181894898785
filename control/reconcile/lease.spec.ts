// Work under a lease: it hears when it can no longer be sure to be alone.
import { expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import { eachDatabase } from '../testing/databases.ts'
import { seededRandom, strictLog } from '../testing/ports.ts'
import { holdingLease, LEASE_MS } from './lease.ts'

const refuse = (): never => {
  throw new Error('held')
}

async function begin(db: Database) {
  const clock = testingClock()
  let sleeps = 0
  const sleep: typeof clock.sleep = (...given) => {
    sleeps++
    return clock.sleep(...given)
  }
  const host = { db, clock: { ...clock, sleep }, random: seededRandom(), log: strictLog([]) }
  const over = new AbortController()
  let lost: AbortSignal | undefined
  const work = holdingLease(host, 'copy', refuse, (signal) => {
    lost = signal
    return new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()))
  })
  await expect.poll(() => lost).toBeDefined()
  /** The holder sleeps until it renews the lease, and once more, with a deadline, while the database is at it. */
  async function advance(milliseconds: number) {
    await clock.advance(milliseconds)
    await expect.poll(() => sleeps % 2).toBe(1)
  }
  const end = () => {
    over.abort()
    return work
  }
  return { clock, host, lost: lost!, advance, end }
}

eachDatabase((_name, open) => {
  test('a lease that is renewed is kept, and one that cannot be renewed is lost once it expires', async () => {
    const db = await open()
    let isBroken = false
    const transaction: typeof db.transaction = (...given) =>
      isBroken ? Promise.reject(new Error('the database is gone')) : db.transaction(...given)
    const { lost, advance, end, host } = await begin({ ...db, transaction })
    for (let n = 0; n < 9; n++) await advance(LEASE_MS / 3)
    expect(lost.aborted).toBe(false)
    await expect(holdingLease(host, 'copy', refuse, async () => undefined)).rejects.toThrow('held')
    isBroken = true
    for (let n = 0; n < 3; n++) await advance(LEASE_MS / 3)
    expect(String(lost.reason)).toContain('the lease of copy could not be renewed')
    isBroken = false
    await end()
  })

  test('a lease that somebody else has taken is lost at once', async () => {
    const db = await open()
    const { clock, lost, end } = await begin(db)
    const time_expires = new Date(clock.now().getTime() + LEASE_MS).toISOString()
    await db.transaction((tx) => tx.updateTable('lease').set({ holder: 'another', time_expires }).execute())
    await clock.advance(LEASE_MS / 3)
    await expect.poll(() => lost.aborted).toBe(true)
    await end()
    expect((await db.read.selectFrom('lease').select('holder').execute()).map(({ holder }) => holder)).toEqual([
      'another',
    ])
  })
})
