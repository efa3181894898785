// Removes deleted things for good when the time in which they could be restored is over, and the oldest of a silo that has too many. The
// storage loop frees their contents.
import type { Queries } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { removeForGood } from '../frame/kept.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 60_000
/** Things per transaction. */
const BATCH_SIZE = 100
/** In a silo. Instances and VPCs take up no quota: whoever creates and deletes them all day must not fill the database. */
const MOST_KEPT = 10_000
const TOO_MANY = 'because too much was deleted since'

export const deletedLoop = (host: Host, notify: () => void, most = MOST_KEPT): Loop => ({
  name: 'deleted',
  every: INTERVAL_MS,
  async step() {
    const now = host.clock.now().toISOString()
    const over = host.db.read.selectFrom('deleted').select('id').where('time_final', '<=', now)
    const late = await over.orderBy('time_final').orderBy('id').limit(BATCH_SIZE).execute()
    const isLate = late.length > 0
    const ids = (isLate ? late : await oldestOf(host.db.read, most)).map(({ id }) => id)
    if (ids.length === 0) return false
    await host.db.transaction(async (db) => {
      // read again: one may have gone meanwhile
      const things = await db.selectFrom('deleted').selectAll().where('id', 'in', ids).execute()
      await removeForGood({ db, poke: () => undefined }, things)
      for (const { id, noun, resource_id, name, silo_id, project_id } of things) {
        const owner = { name, silo_id, project_id }
        const event = isLate
          ? outcomeOf(now, 'deleted', { id, ...owner })
          : outcomeOf(now, noun, { id: resource_id, ...owner }, { outcome: 'removed', reason: TOO_MANY })
        await append(host, db, event)
      }
    })
    notify()
    // some may have become too many meanwhile
    return true
  },
})

/** Finds the oldest things of a silo that has more than it may. */
async function oldestOf(db: Queries, most: number): Promise<{ id: string }[]> {
  const silos = db.selectFrom('deleted').select(['silo_id', (is) => is.fn.countAll<number | string>().as('count')])
  const full = await silos
    .groupBy('silo_id')
    .having((is) => is.fn.countAll(), '>', most)
    .limit(1)
    .executeTakeFirst()
  if (!full) return []
  const own = db.selectFrom('deleted').select('id').where('silo_id', '=', full.silo_id)
  // some engines return counts as text
  const surplus = Math.min(BATCH_SIZE, Number(full.count) - most)
  return own.orderBy('time_deleted').orderBy('id').limit(surplus).execute()
}
