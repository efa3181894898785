// The rows of failovers: each function is a part of one transaction.
import { beginStart } from '../../compute/instance-actions.ts'
import type { Queries } from '../../db/database.ts'
import type { Ctx } from '../../frame/context.ts'
import { Failure } from '../../frame/errors.ts'
import { append, outcomeOf } from '../../frame/events.ts'
import type { InstanceRow } from '../../frame/find-instance.ts'
import { raiseInProject } from '../../frame/raise-alert.ts'
import { failInstances } from '../host/fail-instances.ts'
import { byImportance, startsElsewhere, type FailoverRow } from './failover-decision.ts'

type Inside = Pick<Ctx, 'host' | 'db' | 'now'>

const LOST = 'the sled that it ran on was lost'

export const failoverOf = (db: Queries, sled_id: string): Promise<FailoverRow | undefined> =>
  db.selectFrom('failover').selectAll().where('sled_id', '=', sled_id).executeTakeFirst()

/** Takes the place of the last one. What still waits for room goes on waiting. */
export async function newFailover(
  { db, host, now }: Inside,
  sled: { id: string; time_unreachable: string },
): Promise<FailoverRow> {
  const last = await failoverOf(db, sled.id)
  const own = db
    .selectFrom('failover_instance')
    .selectAll()
    .where('failover_id', '=', last?.id ?? '')
  const waiting = last?.state === 'returned' ? await own.where('state', '=', 'waiting').execute() : []
  await db.deleteFrom('failover').where('sled_id', '=', sled.id).execute()
  const row = await db
    .insertInto('failover')
    .values({
      id: host.random.uuid(),
      sled_id: sled.id,
      state: 'waiting',
      waited_ms: 0,
      time_observed: now,
      attempt: 0,
      time_unreachable: sled.time_unreachable,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const each of waiting)
    await db
      .insertInto('failover_instance')
      .values({ ...each, failover_id: row.id })
      .execute()
  return row
}

export const change = ({ db }: Pick<Inside, 'db'>, { id }: Pick<FailoverRow, 'id'>, to: Partial<FailoverRow>) =>
  db.updateTable('failover').set(to).where('id', '=', id).execute()

/** For pages about the sled. */
export async function tellOfSled({ host, db, now }: Inside, id: string): Promise<void> {
  await append(host, db, outcomeOf(now, 'sled', { id, name: null, silo_id: null, project_id: null }))
}

/** Its host is off: from now on nothing starts there, and what was there starts elsewhere. */
export async function markFenced(ctx: Inside, row: FailoverRow, fenced_by: 'agent' | 'person'): Promise<void> {
  const calm = { problem: null, time_problem: null }
  await change(ctx, row, { state: 'fenced', fenced_by, time_fenced: ctx.now, ...calm })
  // a machine that was on its way there is where it was, or nowhere
  await ctx.db
    .updateTable('instance_migration')
    .set({ is_cancelled: true })
    .where('to_sled_id', '=', row.sled_id)
    .where('time_ended', 'is', null)
    .execute()
}

/** Instances on a sled without those that move from it: what became of them is for the other sled to say. */
export const lostInstances = (db: Queries, sled_id: string): Promise<InstanceRow[]> =>
  db
    .selectFrom('instance')
    .selectAll()
    .where('sled_id', '=', sled_id)
    .where('id', 'not in', (is) =>
      is.selectFrom('instance_migration').select('instance_id').where('time_ended', 'is', null),
    )
    .orderBy('id')
    .execute()

/** Records that instances of a fenced sled have failed, and which of them are to start elsewhere. */
export async function recordLost(ctx: Inside, row: FailoverRow, lost: readonly InstanceRow[]): Promise<void> {
  await failInstances(ctx, lost, LOST)
  for (const { id, run_state, generation, auto_restart_policy } of lost) {
    // it was asked to stop, and has
    if (run_state === 'stopping') continue
    const state = startsElsewhere({ auto_restart_policy }) ? ('waiting' as const) : ('kept' as const)
    const own = { state, generation, to_sled_id: null, reason: null, time_restarted: null }
    await ctx.db
      .insertInto('failover_instance')
      .values({ failover_id: row.id, instance_id: id, ...own })
      .onConflict((there) => there.columns(['failover_id', 'instance_id']).doUpdateSet(own))
      .execute()
  }
}

/** Lists the instances that wait for a start, the most important ones first. */
export async function waitingInstances(db: Queries, { id }: Pick<FailoverRow, 'id'>) {
  const rows = await db
    .selectFrom('failover_instance as own')
    .innerJoin('instance', 'instance.id', 'own.instance_id')
    .select(['own.generation as lost_generation', 'own.reason'])
    .selectAll('instance')
    .where('own.failover_id', '=', id)
    .where('own.state', '=', 'waiting')
    .execute()
  return rows.toSorted(byImportance)
}

type Waiting = Awaited<ReturnType<typeof waitingInstances>>[number]

/** Starts it if it fits, whenever it was restarted last: that the sled was lost is not its fault. Returns whether a row has changed. */
export async function restart(ctx: Inside, failover: FailoverRow, { id, reason }: Waiting): Promise<boolean> {
  const own = await ctx.db
    .selectFrom('failover_instance')
    .selectAll()
    .where('failover_id', '=', failover.id)
    .where('instance_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  const row = await ctx.db.selectFrom('instance').selectAll().where('id', '=', id).executeTakeFirst()
  if (!own || !row) return false
  const update = ctx.db
    .updateTable('failover_instance')
    .where('failover_id', '=', failover.id)
    .where('instance_id', '=', id)
  const isStillLost = row.run_state === 'failed' && row.generation === own.generation
  if (!isStillLost || !startsElsewhere(row)) {
    await update.set({ state: isStillLost ? 'kept' : 'gone', reason: null }).execute()
    return true
  }
  try {
    const { sled_id } = await beginStart(ctx, row)
    await update.set({ state: 'restarted', to_sled_id: sled_id, reason: null, time_restarted: ctx.now }).execute()
    await raiseInProject(ctx.host, ctx.db, ctx.now, 'instance.restarted', { noun: 'instance', row })
    await append(ctx.host, ctx.db, outcomeOf(ctx.now, 'instance', row, { outcome: 'restarted' }))
    return true
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (reason === error.message) return false
    await update.set({ reason: error.message }).execute()
    return true
  }
}

/** Whether an agent has made sure of it, or a person, who may also have removed its host. */
export async function isOff(db: Queries, sled_id: string): Promise<boolean> {
  if ((await failoverOf(db, sled_id))?.state === 'fenced') return true
  return isExpunged(db, sled_id)
}

export async function isExpunged(db: Queries, sled_id: string): Promise<boolean> {
  const sleds = db.selectFrom('sled').select('id').where('id', '=', sled_id)
  return (await sleds.where('policy_kind', '=', 'expunged').executeTakeFirst()) !== undefined
}

/** Whether nothing in the tables is on this sled, or on its way from or to it. */
export async function isEmpty(db: Queries, sled_id: string): Promise<boolean> {
  const there = db.selectFrom('instance').select('id').where('sled_id', '=', sled_id)
  const moves = db
    .selectFrom('instance_migration')
    .select('id')
    .where('time_ended', 'is', null)
    .where((is) => is.or([is('from_sled_id', '=', sled_id), is('to_sled_id', '=', sled_id)]))
  return !(await there.executeTakeFirst()) && !(await moves.executeTakeFirst())
}
