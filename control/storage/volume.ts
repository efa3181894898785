// What the block store should hold, written in the transaction of whoever wants it. Nothing here touches a byte:
// volume-work.ts does.
import type { Ctx } from '../frame/context.ts'
import type { RowOf } from '../db/database.ts'

export type VolumeRow = RowOf<'volume'>
type Inside = Pick<Ctx, 'db'>

interface Wanted {
  id: string
  owner: VolumeRow['owner']
  size: number
  /** The volume that it starts as a copy of; without: zeroes. */
  source_id?: string | null
}

/** Bytes that shall exist. Whoever calls this pokes `storage`. */
export async function wantVolume(ctx: Inside, { id, owner, size, source_id = null }: Wanted): Promise<void> {
  const source = source_id === null ? undefined : await volumeOf(ctx, source_id)
  await ctx.db
    .insertInto('volume')
    .values({
      id,
      owner,
      size,
      source_id,
      volume_state: 'making',
      task: 'make',
      attempts: 0,
      imported: source?.imported ?? null,
    })
    .execute()
}

/** Bytes that nobody needs any more, save those that are still being copied from them. */
export async function dropVolume(ctx: Inside, id: string): Promise<void> {
  await ctx.db.updateTable('volume').set({ task: 'remove' }).where('id', '=', id).execute()
}

/** Null: a machine may have written anywhere, so the content is no longer what was imported. */
export async function noteImport(ctx: Inside, id: string, imported: number | null): Promise<void> {
  await ctx.db.updateTable('volume').set({ imported }).where('id', '=', id).execute()
}

export async function volumeOf(ctx: Inside, id: string): Promise<VolumeRow | undefined> {
  return ctx.db.selectFrom('volume').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whether a copy of it is still being made. */
export async function isBeingCopied(ctx: Inside, id: string): Promise<boolean> {
  const copies = ctx.db.selectFrom('volume').select('id').where('source_id', '=', id)
  return (await copies.where('volume_state', '=', 'making').limit(1).executeTakeFirst()) !== undefined
}
