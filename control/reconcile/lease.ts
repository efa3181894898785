// Leases in the database: one replica holds each at a time, and another takes it over once it has expired.
import type { Host } from '../frame/context.ts'
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
