// Works on what is done with an instance in many steps (clones, the way back to points in time), and forgets old jobs that have ended.
import type { Wire } from '#contract/api.ts'
import type { Host } from '../frame/context.ts'
import { makeTroubles, problemOf } from '../frame/troubles.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 60_000
/** How often one that is under way is looked at. */
const RECHECK_MS = 500
const ENDED_KEPT_MS = 7 * 24 * 3_600_000
const BATCH_SIZE = 100
const ENDED = ['done', 'failed'] as const

interface Job {
  noun: 'clone' | 'rollback'
  table: 'instance_clone' | 'instance_rollback'
  underWay: readonly (Wire<'InstanceCloneState'> | Wire<'InstanceRollbackState'>)[]
  /** Takes the next step. Returns whether there is more to do later. */
  advance: (host: Host, id: string) => Promise<boolean>
}

export function instanceJobLoop(host: Host, notify: () => void, { noun, table, underWay, advance }: Job): Loop {
  const troubles = makeTroubles(host.clock)

  async function step(): Promise<number | void> {
    await forgetOld(host, table)
    const ids = await idsIn(host, table, underWay)
    troubles.keep((id) => ids.includes(id))
    for (const id of ids) await tryToAdvance(id)
    if (ids.length > 0) return RECHECK_MS
  }

  /** One that fails must not keep the others waiting. */
  async function tryToAdvance(id: string): Promise<void> {
    try {
      if (!(await advance(host, id))) notify()
      troubles.pass(id)
    } catch (error) {
      troubles.fail(id, `${noun} ${id}: ${problemOf(error)}`)
      host.log.warn(`a ${noun} could not be worked on`, { [noun]: id, error: String(error) })
    }
  }

  return { name: `instance-${noun}`, every: INTERVAL_MS, step, troubles }
}

async function idsIn({ db }: Host, table: Job['table'], states: Job['underWay']): Promise<string[]> {
  const rows = db.read.selectFrom(table).select('id').where('state', 'in', states)
  return (await rows.orderBy('id').limit(BATCH_SIZE).execute()).map(({ id }) => id)
}

async function forgetOld({ db, clock }: Host, table: Job['table']): Promise<void> {
  const before = new Date(clock.now().getTime() - ENDED_KEPT_MS).toISOString()
  const old = db.read.selectFrom(table).select('id').where('state', 'in', ENDED)
  for (const { id } of await old.where('time_modified', '<', before).limit(BATCH_SIZE).execute())
    await db.transaction((tx) => tx.deleteFrom(table).where('id', '=', id).execute())
}
