// Removes deleted things for good when the time in which they could be restored is over. The storage loop frees their contents.
import type { Host } from '../frame/context.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { removeForGood } from '../frame/kept.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 60_000
/** Things per transaction. */
const BATCH_SIZE = 100

export const deletedLoop = (host: Host, notify: () => void): Loop => ({
  name: 'deleted',
  every: INTERVAL_MS,
  async step() {
    const now = host.clock.now().toISOString()
    const over = host.db.read.selectFrom('deleted').select('id').where('time_final', '<=', now)
    const ids = (await over.orderBy('time_final').orderBy('id').limit(BATCH_SIZE).execute()).map(({ id }) => id)
    if (ids.length === 0) return false
    await host.db.transaction(async (db) => {
      // read again: one may have gone meanwhile
      const things = await db.selectFrom('deleted').selectAll().where('id', 'in', ids).execute()
      await removeForGood({ db, poke: () => undefined }, things)
      for (const { id, name, silo_id, project_id } of things)
        await append(host, db, outcomeOf(now, 'deleted', { id, name, silo_id, project_id }))
    })
    notify()
    return ids.length === BATCH_SIZE
  },
})
