// Brings instances back to points in time, and forgets old ones that have ended.
import { advanceRollback } from '../compute/instance-rollback/advance.ts'
import { UNDER_WAY } from '../compute/instance-rollback/find-rollback.ts'
import type { Host } from '../frame/context.ts'
import { makeTroubles, problemOf } from '../frame/troubles.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 60_000
/** How often one that is under way is looked at. */
const RECHECK_MS = 500
const ENDED_KEPT_MS = 7 * 24 * 3_600_000
const BATCH_SIZE = 100

export function instanceRollbackLoop(host: Host, notify: () => void): Loop {
  const troubles = makeTroubles(host.clock)

  async function step(): Promise<number | void> {
    await forgetOld(host)
    const ids = await underWay(host)
    troubles.keep((id) => ids.includes(id))
    for (const id of ids) await advance(id)
    if (ids.length > 0) return RECHECK_MS
  }

  /** One that fails must not keep the others waiting. */
  async function advance(id: string): Promise<void> {
    try {
      if (!(await advanceRollback(host, id))) notify()
      troubles.pass(id)
    } catch (error) {
      troubles.fail(id, `rollback ${id}: ${problemOf(error)}`)
      host.log.warn('a rollback could not be worked on', { rollback: id, error: String(error) })
    }
  }

  return { name: 'instance-rollback', every: INTERVAL_MS, step, troubles }
}

async function underWay({ db }: Host): Promise<string[]> {
  const rows = db.read.selectFrom('instance_rollback').select('id').where('state', 'in', UNDER_WAY)
  return (await rows.orderBy('id').limit(BATCH_SIZE).execute()).map(({ id }) => id)
}

async function forgetOld({ db, clock }: Host): Promise<void> {
  const before = new Date(clock.now().getTime() - ENDED_KEPT_MS).toISOString()
  const old = db.read.selectFrom('instance_rollback').select('id').where('state', 'in', ['done', 'failed'])
  for (const { id } of await old.where('time_modified', '<', before).limit(BATCH_SIZE).execute())
    await db.transaction((tx) => tx.deleteFrom('instance_rollback').where('id', '=', id).execute())
}
