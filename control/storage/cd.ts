// Images as CDs: what counts as one, and what becomes of it when its image is deleted.
import { isIso, ISO_DESCRIPTOR } from '#contract/image-format.ts'
import type { RowOf } from '../db/database.ts'
import type { Ctx, Host } from '../frame/context.ts'
import { invalidRequest } from '../frame/errors.ts'
import { volumeOf } from './volume.ts'

/** Reads one block of the image. Call it outside a transaction. */
export async function mustBeIso(host: Host, { id, name, size }: RowOf<'image'>): Promise<void> {
  const volume = await volumeOf({ db: host.db.read }, id)
  if (volume?.volume_state !== 'ready') throw invalidRequest(`image "${name}" is not ready`)
  const { offset, length } = ISO_DESCRIPTOR
  const isLarge = size >= offset + length
  if (!isLarge || !isIso(await host.volumes.read(id, offset, length)))
    throw invalidRequest(`image "${name}" is not a CD: it has no ISO 9660 file system`)
}

/** Machines that run have it until they are told. */
export async function ejectImage(ctx: Pick<Ctx, 'db' | 'now' | 'poke'>, image_id: string): Promise<void> {
  await ctx.db
    .updateTable('instance_cd')
    .set({ image_id: null, task: 'eject', time_modified: ctx.now })
    .where('image_id', '=', image_id)
    .execute()
  ctx.poke('devices')
}
