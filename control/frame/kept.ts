// What is deleted is kept for a time that the silo sets: its rows move to one table as data, in the transaction of the deletion, so that
// nobody who reads the other tables can see it. It counts toward the quota until it is restored or removed for good.
import { DEFAULT_DELETED_RETENTION_SECONDS } from '#contract/limits.ts'
import type { Queries, RowOf } from '../db/database.ts'
import type { KeptNoun, KeptRows } from '../db/tables/deleted/kept.ts'
import { SCHEMA_VERSION } from '../db/migrate.ts'
import type { Schema } from '../db/schema.ts'
import type { Ctx, Host } from './context.ts'
import { append, outcomeOf } from './events.ts'

export type KeptThing = RowOf<'deleted'>

export interface Deletion {
  noun: KeptNoun
  row: { id: string; name: string }
  silo_id: string
  project_id: string | null
  /** The VPC of a subnet. */
  parent_id?: string
  /** Bytes that it takes up. */
  size?: number
  rows: KeptRows
}

type Inside = Pick<Ctx, 'db' | 'now' | 'host' | 'poke'>

export const retentionOf = ({ deleted_retention_seconds }: Pick<RowOf<'silo'>, 'deleted_retention_seconds'>) =>
  deleted_retention_seconds ?? DEFAULT_DELETED_RETENTION_SECONDS

/** Until when what is deleted now can be restored. Undefined if the silo keeps nothing. */
async function finalTime({ db, now }: Pick<Inside, 'db' | 'now'>, silo_id: string): Promise<string | undefined> {
  const silo = db.selectFrom('silo').select('deleted_retention_seconds').where('id', '=', silo_id)
  const seconds = retentionOf(await silo.executeTakeFirstOrThrow())
  return seconds === 0 ? undefined : new Date(Date.parse(now) + seconds * 1000).toISOString()
}

/** Keeps what the caller deletes in this transaction. False if the silo keeps nothing: then the caller frees what it takes up. */
export async function keep(ctx: Inside, deletion: Deletion): Promise<boolean> {
  const { noun, row, silo_id, project_id, parent_id = null, size = 0, rows } = deletion
  const time_final = await finalTime(ctx, silo_id)
  if (time_final === undefined) {
    // what was kept to come back with it no longer can
    await removeForGood(ctx, await partsOf(ctx.db, { noun, resource_id: row.id }))
    return false
  }
  await ctx.db
    .insertInto('deleted')
    .values({
      id: ctx.host.random.uuid(),
      silo_id,
      project_id,
      noun,
      resource_id: row.id,
      parent_id,
      name: row.name,
      size,
      schema_version: SCHEMA_VERSION,
      kept_rows: rows,
      time_deleted: ctx.now,
      time_final,
    })
    .execute()
  // subnets are kept with their VPC
  if (noun === 'vpc') await ctx.db.updateTable('deleted').set({ time_final }).where('parent_id', '=', row.id).execute()
  return true
}

const partsOf = async (db: Queries, { noun, resource_id }: Pick<KeptThing, 'noun' | 'resource_id'>) => {
  const kept = db.selectFrom('deleted').select(['id', 'noun', 'resource_id'])
  if (noun === 'vpc') return kept.where('parent_id', '=', resource_id).execute()
  return noun === 'project' ? kept.where('project_id', '=', resource_id).execute() : []
}

/** The rows of a kept thing. Migrations convert them, so they fit the table as it is now. */
export const keptRowsOf = <T extends keyof Schema>({ kept_rows }: Pick<KeptThing, 'kept_rows'>, table: T): RowOf<T>[] =>
  [...(kept_rows[table] ?? [])] as unknown as RowOf<T>[]

/** With what could come back only together with it. The storage loop frees the contents. */
export async function removeForGood(
  ctx: Pick<Inside, 'db' | 'poke'>,
  things: readonly Pick<KeptThing, 'id' | 'noun' | 'resource_id'>[],
): Promise<void> {
  for (const thing of things) {
    const { numDeletedRows } = await ctx.db.deleteFrom('deleted').where('id', '=', thing.id).executeTakeFirst()
    if (numDeletedRows === 0n) continue
    await removeForGood(ctx, await partsOf(ctx.db, thing))
    // volumes have the ids of their owners, and other things have none
    const volume = ctx.db.updateTable('volume').set({ task: 'remove' }).where('id', '=', thing.resource_id)
    await volume.execute()
    ctx.poke('storage')
  }
}

/** The bytes that kept things take up, in a silo. */
export async function keptStorage(db: Queries, silo_id: string): Promise<number> {
  const sum = db.selectFrom('deleted').select((is) => is.fn.sum<number>('size').as('size'))
  // some engines return sums as text, and null for no rows
  return Number((await sum.where('silo_id', '=', silo_id).executeTakeFirst())?.size ?? 0)
}

export type RoomCtx = Pick<Ctx, 'db' | 'now'> & { host: Pick<Host, 'db'>; poke?: Ctx['poke'] }

/** Removes the oldest kept things of the silo for good until so many bytes are free. False if that is not enough: then nothing is removed. */
export async function makeRoom(ctx: RoomCtx, silo_id: string, bytes: number, reason: string): Promise<boolean> {
  const oldest = await ctx.db
    .selectFrom('deleted')
    .select(['id', 'noun', 'resource_id', 'name', 'project_id', 'size'])
    .where('silo_id', '=', silo_id)
    .where('size', '>', 0)
    .orderBy('time_deleted')
    .orderBy('id')
    .execute()
  const chosen: typeof oldest = []
  let freed = 0
  for (const thing of oldest) {
    if (freed >= bytes) break
    chosen.push(thing)
    freed += thing.size
  }
  if (freed < bytes) return false
  await removeForGood({ db: ctx.db, poke: ctx.poke ?? (() => undefined) }, chosen)
  for (const { noun, resource_id, name, project_id } of chosen) {
    const subject = { id: resource_id, name, silo_id, project_id }
    await append(ctx.host, ctx.db, outcomeOf(ctx.now, noun, subject, { outcome: 'removed', reason }))
  }
  return true
}
