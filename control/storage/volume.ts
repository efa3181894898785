// Desired volumes, written in the caller's transaction. Nothing here touches the block store; volume-work.ts does.
import type { Ctx } from '../frame/context.ts'
import type { RowOf } from '../db/database.ts'
import { mustFit, type SpaceCtx } from './host-space.ts'

export type VolumeRow = RowOf<'volume'>
type Inside = Pick<Ctx, 'db'>

interface Wanted {
  id: string
  /** The silo whose deleted things give way if there is no space. */
  silo_id: string
  owner: VolumeRow['owner']
  size: number
  /** The volume to copy; without it the volume is zeroed. */
  source_id?: string | null
}

/** Requests a volume, if it fits. The caller must poke `storage`. */
export async function requestVolume(
  ctx: SpaceCtx,
  { id, silo_id, owner, size, source_id = null }: Wanted,
): Promise<void> {
  await mustFit(ctx, silo_id, size)
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
      architecture: source?.architecture ?? null,
      architecture_task: source?.architecture_task ?? null,
    })
    .execute()
}

/** Requests that a volume grows, if it fits. The caller must poke `storage`. */
export async function requestGrowth(
  ctx: SpaceCtx,
  { id, silo_id }: { id: string; silo_id: string },
  { from, to }: { from: number; to: number },
): Promise<void> {
  await mustFit(ctx, silo_id, to - from)
  await ctx.db.updateTable('volume').set({ size: to, task: 'grow' }).where('id', '=', id).execute()
}

/** Requests removal of a volume. It waits for copies still being made from it. */
export async function requestRemoval(ctx: Inside, id: string): Promise<void> {
  await ctx.db.updateTable('volume').set({ task: 'remove' }).where('id', '=', id).execute()
}

/** Forgets that a disk is to be given to or taken from a machine. */
export async function endHotplug(ctx: Inside, id: string): Promise<void> {
  const tasks = ['attach', 'detach'] as const
  const update = ctx.db.updateTable('volume').set({ task: null, attempts: 0 }).where('id', '=', id)
  await update.where('task', 'in', tasks).execute()
}

/** Null means a machine may have written to it, so the contents may differ from the import. */
export async function recordImport(ctx: Inside, id: string, imported: number | null): Promise<void> {
  await ctx.db.updateTable('volume').set({ imported }).where('id', '=', id).execute()
}

export async function volumeOf(ctx: Inside, id: string): Promise<VolumeRow | undefined> {
  return ctx.db.selectFrom('volume').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whether it is still being copied. */
export async function isBeingCopied(ctx: Inside, id: string): Promise<boolean> {
  const copies = ctx.db.selectFrom('volume').select('id').where('source_id', '=', id)
  return (await copies.where('volume_state', '=', 'making').limit(1).executeTakeFirst()) !== undefined
}
