// Empties sleds: begins to move their instances, a few at a time, until each has been dealt with. The rows say how far it is, so it goes
// on after a crash.
import { beginMigration, migrationOf } from '../compute/instance-migration.ts'
import type { RowOf, Tx } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { Failure } from '../frame/errors.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { stopDrain } from '../system/sled-drain.ts'
import type { Loop } from './loop.ts'

/** From one sled at the same time. More would share its network and take longer each. */
const MAX_MOVES = 2
const INTERVAL_MS = 30_000
const RECHECK_MS = 500

type Step = RowOf<'sled_drain_instance'>
type Change = Partial<Pick<Step, 'state' | 'reason' | 'to_sled_id' | 'migration_id'>>
type Inside = { db: Tx; now: string; host: Host }

export function drainLoop(host: Host, notify: () => void): Loop {
  async function step(): Promise<number | void> {
    const ids = await activeDrains(host)
    for (const id of ids) if (await advance(id)) notify()
    if (ids.length > 0) return RECHECK_MS
  }

  /** Returns whether something has changed. */
  function advance(id: string): Promise<boolean> {
    return host.db.transaction(async (tx) => {
      const ctx = { db: tx, now: host.clock.now().toISOString(), host }
      const drain = await tx
        .selectFrom('sled_drain')
        .innerJoin('sled', 'sled.id', 'sled_drain.sled_id')
        .select(['sled_drain.sled_id', 'sled_drain.state', 'sled.serial', 'sled.provision_policy'])
        .where('sled_drain.id', '=', id)
        .executeTakeFirst()
      if (!drain) return false
      const isUnwanted = drain.state === 'running' && drain.provision_policy === 'provisionable'
      if (isUnwanted) await stopDrain(ctx, id)
      const hasMoved = await moveSome(ctx, id, drain.sled_id)
      const isOver = drain.state === 'running' && !isUnwanted && (await isFinished(ctx, id))
      if (!isUnwanted && !hasMoved && !isOver) return false
      const sled = { id: drain.sled_id, name: drain.serial, silo_id: null, project_id: null }
      await append(host, tx, outcomeOf(ctx.now, 'sled', sled))
      return true
    })
  }

  return { name: 'drain', every: INTERVAL_MS, step }
}

/** Also those that were stopped while machines moved: what becomes of these is recorded. */
async function activeDrains({ db }: Host): Promise<string[]> {
  const moving = db.read.selectFrom('sled_drain_instance').select('drain_id').where('state', '=', 'moving')
  const rows = db.read.selectFrom('sled_drain').select('id')
  const active = rows.where((is) => is.or([is('state', '=', 'running'), is('id', 'in', moving)]))
  return (await active.orderBy('id').execute()).map(({ id }) => id)
}

async function moveSome(ctx: Inside, id: string, sled_id: string): Promise<boolean> {
  const steps = await ctx.db
    .selectFrom('sled_drain_instance as own')
    .innerJoin('instance', 'instance.id', 'own.instance_id')
    .selectAll('own')
    .where('own.drain_id', '=', id)
    .where('own.state', 'in', ['waiting', 'moving'])
    .orderBy('instance.memory', 'desc')
    .orderBy('instance.ncpus', 'desc')
    .orderBy('instance.id')
    .execute()
  let hasChanged = false
  let free = MAX_MOVES
  const take = async (step: Step, change: Change | undefined) => {
    if ((change?.state ?? step.state) === 'moving') free--
    if (!change) return
    hasChanged = true
    const update = ctx.db.updateTable('sled_drain_instance').set(change).where('drain_id', '=', id)
    await update.where('instance_id', '=', step.instance_id).execute()
  }
  for (const step of steps) if (step.state === 'moving') await take(step, await becameOf(ctx, step))
  for (const step of steps) if (step.state === 'waiting' && free > 0) await take(step, await begin(ctx, step, sled_id))
  return hasChanged
}

/** Undefined while it moves. */
async function becameOf({ db }: Inside, step: Step): Promise<Change | undefined> {
  const migration = await migrationOf(db, step.instance_id)
  if (migration?.id !== step.migration_id) return { state: 'gone' }
  switch (migration.state) {
    case 'running':
      return undefined
    case 'completed':
      return { state: 'moved' }
    case 'cancelled':
      return { state: 'left', reason: 'Its move was cancelled.' }
    case 'failed':
      return { state: 'left', reason: migration.reason }
  }
}

/** Undefined while it cannot move: it starts, reboots, stops or moves already. */
async function begin(ctx: Inside, step: Step, sled_id: string): Promise<Change | undefined> {
  const instances = ctx.db.selectFrom('instance').selectAll().where('id', '=', step.instance_id)
  const row = await instances.executeTakeFirstOrThrow()
  if (row.sled_id !== sled_id) return { state: 'gone' }
  if (row.run_state !== 'running') return undefined
  try {
    const { id, to_sled_id } = await beginMigration(ctx, row)
    await append(ctx.host, ctx.db, outcomeOf(ctx.now, 'instance', row))
    return { state: 'moving', migration_id: id, to_sled_id }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { state: 'left', reason: error.message }
  }
}

async function isFinished({ db, now }: Inside, id: string): Promise<boolean> {
  const rows = db.selectFrom('sled_drain_instance').select('instance_id').where('drain_id', '=', id)
  if (await rows.where('state', 'in', ['waiting', 'moving']).executeTakeFirst()) return false
  await db.updateTable('sled_drain').set({ state: 'completed', time_ended: now }).where('id', '=', id).execute()
  return true
}
