// Moving a running instance to another sled. Handlers only record the intent; reconcile/migration.ts carries it out.
import type { instanceMigration as operations } from '#contract/instance-migration.ts'
import { canInstance } from '#contract/instance-states.ts'
import type { Queries, RowOf } from '../db/database.ts'
import type { Ctx, Handlers, Host } from '../frame/context.ts'
import { Failure, invalidRequest, notFound } from '../frame/errors.ts'
import type { InstanceRow } from '../frame/find-instance.ts'
import { findInstanceAnywhere } from './find-instance-anywhere.ts'
import { changeState } from './instance-actions.ts'
import { place, type Wish } from './placement.ts'

export type MigrationRow = RowOf<'instance_migration'>
type Inside = Pick<Ctx, 'db' | 'now'> & { host: Pick<Host, 'random' | 'migrations'> }

/** The last move of an instance. */
export const migrationOf = (db: Queries, instance_id: string): Promise<MigrationRow | undefined> =>
  db.selectFrom('instance_migration').selectAll().where('instance_id', '=', instance_id).executeTakeFirst()

/** Reserves a place on the other sled, or refuses and changes nothing. */
export async function beginMigration(ctx: Inside, row: InstanceRow, wish: Wish = {}): Promise<MigrationRow> {
  mustBeAble(ctx.host)
  if (!canInstance('migrate', row.run_state) || !row.sled_id)
    throw invalidRequest(`instance must be running to be moved, and it is ${row.run_state}`)
  if (row.time_taken_over !== null) throw invalidRequest('another installation has taken over its machine')
  const { sled_id, reason } = await place(ctx, row, { ...wish, from_sled_id: row.sled_id })
  await changeState(ctx, row, 'migrating')
  await ctx.db.deleteFrom('instance_migration').where('instance_id', '=', row.id).execute()
  return ctx.db
    .insertInto('instance_migration')
    .values({
      id: ctx.host.random.uuid(),
      instance_id: row.id,
      generation: row.generation,
      from_sled_id: row.sled_id,
      to_sled_id: sled_id,
      state: 'running',
      placement: reason,
      total: 0,
      remaining: 0,
      is_cancelled: false,
      time_created: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function mustBeAble({ migrations }: Pick<Host, 'migrations'>): void {
  if (!migrations) throw invalidRequest('the machines of this rack cannot move to another sled while they run')
}

const shown = (row: InstanceRow, migration: MigrationRow) => ({ ...migration, instance_name: row.name })

const neverMoved = ({ id }: InstanceRow) => new Failure('ObjectNotFound', `not found: migration of instance "${id}"`)

export const instanceMigration = {
  async instance_migrate(ctx, { path, query, body }) {
    const row = ctx.subject(await findInstanceAnywhere(ctx, { ...path, ...query }, 'admin'))
    if (body.sled_id !== null) await mustKnow(ctx, body.sled_id)
    const migration = await beginMigration(ctx, row, { sled_id: body.sled_id ?? undefined })
    ctx.poke('instance')
    return shown(row, migration)
  },

  async instance_migration_view(ctx, { path, query }) {
    const row = await findInstanceAnywhere(ctx, { ...path, ...query }, 'viewer')
    const migration = await migrationOf(ctx.db, row.id)
    if (!migration) throw neverMoved(row)
    return shown(row, migration)
  },

  async instance_migration_cancel(ctx, { path, query }) {
    const row = ctx.subject(await findInstanceAnywhere(ctx, { ...path, ...query }, 'admin'))
    const migration = await migrationOf(ctx.db, row.id)
    if (!migration) throw neverMoved(row)
    if (migration.time_ended !== null) return shown(row, migration)
    ctx.poke('instance')
    const update = ctx.db.updateTable('instance_migration').set({ is_cancelled: true }).where('id', '=', migration.id)
    return shown(row, await update.returningAll().executeTakeFirstOrThrow())
  },
} satisfies Handlers<keyof typeof operations>

async function mustKnow({ db }: Ctx, sled_id: string): Promise<void> {
  const sleds = db.selectFrom('sled').select('id').where('id', '=', sled_id).where('policy_kind', '=', 'in_service')
  if (!(await sleds.where('state', '=', 'active').executeTakeFirst())) throw notFound('sled', sled_id)
}
