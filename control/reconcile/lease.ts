// Leases in the database: one replica holds each at a time, and another takes it over once it has expired.
import type { Host } from '../frame/context.ts'
import { napping } from '../frame/ports/clock.ts'
import type { Queries } from '../db/database.ts'

export const LEASE_MS = 15_000
/** Tolerated clock difference between replicas. A lease that lasts longer was written before a clock was set back. */
const MAX_CLOCK_SKEW_MS = 15_000

const at = (milliseconds: number) => new Date(milliseconds).toISOString()

/** False if another replica holds it. */
export async function claimLease(
  host: Pick<Host, 'db' | 'clock' | 'log'>,
  name: string,
  holder: string,
): Promise<'kept' | 'taken' | false> {
  const now = host.clock.now().getTime()
  const lease = { name, holder, time_expires: at(now + LEASE_MS) }
  const take = async (tx: Queries) => {
    const held = await tx.selectFrom('lease').selectAll().where('name', '=', name).executeTakeFirst()
    if (!held) {
      const insert = tx
        .insertInto('lease')
        .values(lease)
        .onConflict((there) => there.doNothing())
      return (await insert.returning('name').execute()).length > 0 && 'taken'
    }
    const isTooFarAhead = held.time_expires > at(now + LEASE_MS + MAX_CLOCK_SKEW_MS)
    if (held.holder !== holder && held.time_expires >= at(now) && !isTooFarAhead) return false
    if (held.holder !== holder && isTooFarAhead)
      host.log.warn(`taking over the lease of ${name}: it expires further ahead than any lease lasts`, { ...held })
    await tx.updateTable('lease').set(lease).where('name', '=', name).execute()
    return held.holder === holder ? 'kept' : 'taken'
  }
  return host.db.transaction(take, { quiet: true })
}

export async function releaseLease({ db }: Pick<Host, 'db'>, name: string, holder: string): Promise<void> {
  await db.transaction((tx) => tx.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute(), {
    quiet: true,
  })
}

/**
 * Holds a lease while the work lasts. `refuse` throws if somebody else holds it. The signal of the work aborts when the lease could not be
 * renewed in time: from then on another process may do the same.
 */
export async function holdingLease<T>(
  host: Pick<Host, 'db' | 'clock' | 'random' | 'log'>,
  name: string,
  refuse: () => never,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  // of its own each time: this process may be asked twice as well
  const holder = host.random.uuid()
  if (!(await claimLease(host, name, holder))) refuse()
  const [over, lost] = [new AbortController(), new AbortController()]
  const renewing = (async () => {
    let kept = host.clock.now().getTime()
    while (!over.signal.aborted) {
      await napping(host.clock, LEASE_MS / 3, over.signal)
      if (over.signal.aborted) return
      const begun = host.clock.now().getTime()
      // a database that does not answer must not keep us from seeing that time is over
      const late = napping(host.clock, LEASE_MS / 3, over.signal)
      const claimed = await Promise.race([claimLease(host, name, holder).catch(() => undefined), late])
      if (claimed === 'kept') kept = begun
      // `taken`: somebody else has had it meanwhile
      else if (claimed !== undefined || host.clock.now().getTime() - kept >= LEASE_MS)
        lost.abort(new Error(`the lease of ${name} could not be renewed`))
    }
  })()
  try {
    return await work(lost.signal)
  } finally {
    over.abort()
    await renewing
    // it expires by itself
    await releaseLease(host, name, holder).catch(() => undefined)
  }
}
