// Emptying a sled: the plan, and starting and stopping it. Handlers only record the intent; reconcile/drain.ts carries it out.
import type { sledDrain as operations } from '#contract/sled-drain.ts'
import type { Queries, RowOf } from '../db/database.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { badRequest, Failure, invalidRequest } from '../frame/errors.ts'
import { assertFleet } from '../frame/fleet.ts'
import { FLEET } from '../frame/subject.ts'
import { mustBeAble } from '../compute/instance-migration.ts'
import { planDrain } from './drain-plan.ts'
import { findSled } from './sled.ts'

type DrainRow = RowOf<'sled_drain'> & { serial: string }

export const STOPPED = 'The drain was stopped.'

const drains = (db: Queries) =>
  db
    .selectFrom('sled_drain')
    .innerJoin('sled', 'sled.id', 'sled_drain.sled_id')
    .selectAll('sled_drain')
    .select('sled.serial')

const drainOf = (db: Queries, sled_id: string): Promise<DrainRow | undefined> =>
  drains(db).where('sled_drain.sled_id', '=', sled_id).executeTakeFirst()

async function shown(db: Queries, drain: DrainRow) {
  const rows = await db
    .selectFrom('sled_drain_instance as own')
    .innerJoin('instance', 'instance.id', 'own.instance_id')
    .innerJoin('project', 'project.id', 'instance.project_id')
    .innerJoin('silo', 'silo.id', 'instance.silo_id')
    .leftJoin('instance_migration', 'instance_migration.id', 'own.migration_id')
    .select(['own.instance_id', 'own.state', 'own.to_sled_id', 'own.reason', 'instance.name as instance_name'])
    .select(['project.name as project_name', 'silo.name as silo_name'])
    .select(['instance_migration.total', 'instance_migration.remaining'])
    .where('own.drain_id', '=', drain.id)
    .orderBy('instance.memory', 'desc')
    .orderBy('instance.ncpus', 'desc')
    .orderBy('instance.id')
    .execute()
  return {
    ...drain,
    instances: rows.map(({ total, remaining, ...row }) => ({ ...row, total: total ?? 0, remaining: remaining ?? 0 })),
  }
}

export const sledDrain = {
  /** The whole list, although it has the shape of a page. */
  async sled_drain_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    if (query.page_token) throw badRequest('invalid page token')
    const rows = await drains(ctx.db).orderBy('sled.serial').execute()
    return { items: await Promise.all(rows.map((row) => shown(ctx.db, row))), next_page: null }
  },

  async sled_drain_plan_view(ctx, { path }) {
    const sled = await findSled(ctx, path.sled_id)
    return { sled_id: sled.id, instances: await planDrain(ctx.db, sled.id) }
  },

  async sled_drain_view(ctx, { path }) {
    const sled = await findSled(ctx, path.sled_id)
    return shown(ctx.db, found(await drainOf(ctx.db, sled.id), sled))
  },

  async sled_drain_start(ctx, { path }) {
    const sled = await findSled(ctx, path.sled_id, 'admin')
    ctx.subject({ id: sled.id, name: sled.serial }, FLEET)
    mustBeAble(ctx.host)
    if (sled.policy_kind !== 'in_service' || sled.provision_policy === 'provisionable')
      throw invalidRequest(`sled ${sled.serial} must not be provisionable: otherwise new instances would go there`)
    const known = await drainOf(ctx.db, sled.id)
    if (known?.state === 'running') return shown(ctx.db, known)
    await ctx.db.deleteFrom('sled_drain').where('sled_id', '=', sled.id).execute()
    const id = ctx.host.random.uuid()
    const drain = { id, sled_id: sled.id, state: 'running' as const, time_started: ctx.now, time_ended: null }
    await ctx.db.insertInto('sled_drain').values(drain).execute()
    const there = ctx.db.selectFrom('instance').select('id').where('sled_id', '=', sled.id)
    for (const { id: instance_id } of await there.execute())
      await ctx.db.insertInto('sled_drain_instance').values({ drain_id: id, instance_id, state: 'waiting' }).execute()
    ctx.poke('drain')
    return shown(ctx.db, { ...drain, serial: sled.serial })
  },

  async sled_drain_stop(ctx, { path }) {
    const sled = await findSled(ctx, path.sled_id, 'admin')
    ctx.subject({ id: sled.id, name: sled.serial }, FLEET)
    const drain = found(await drainOf(ctx.db, sled.id), sled)
    if (drain.state === 'running') await stopDrain(ctx, drain.id)
    return shown(ctx.db, found(await drainOf(ctx.db, sled.id), sled))
  },
} satisfies Handlers<keyof typeof operations>

/** Moves that are under way go on. */
export async function stopDrain(ctx: Pick<Ctx, 'db' | 'now'>, id: string): Promise<void> {
  const ended = { state: 'stopped' as const, time_ended: ctx.now }
  await ctx.db.updateTable('sled_drain').set(ended).where('id', '=', id).execute()
  await ctx.db
    .updateTable('sled_drain_instance')
    .set({ state: 'left', reason: STOPPED })
    .where('drain_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

function found(drain: DrainRow | undefined, { id }: { id: string }): DrainRow {
  if (!drain) throw new Failure('ObjectNotFound', `not found: drain of sled "${id}"`)
  return drain
}
