// What an upload takes of the quota: the size of the image it becomes, as far as that is known, from the start. So a file that has no room
// is refused before its bytes are written, and nothing more is needed when the image is finished. The file that is staged meanwhile
// does not count in addition: a silo has room for an image or it has not.
import { imageSizeOf } from '#contract/image-format.ts'
import type { RowOf } from '../../db/database.ts'
import type { Ctx, Host } from '../../frame/context.ts'
import { charge, credit } from '../../frame/usage.ts'
import { requestRemoval } from '../volume.ts'

type UploadRow = RowOf<'image_upload'>

interface OfUpload {
  host: Host
  row: UploadRow
}

/** Raises the charge to the size of the image as it is known now. That also bounds what a file expands to. */
export async function chargeUpTo({ host, row }: OfUpload, size: number): Promise<void> {
  const now = host.clock.now().toISOString()
  await host.db.transaction(async (tx) => {
    const current = tx.selectFrom('image_upload').select('charged').where('id', '=', row.id)
    const charged = (await current.executeTakeFirst())?.charged
    if (charged === undefined || charged >= size) return
    await charge({ db: tx, now, host }, row, { storage: size - charged })
    await tx.updateTable('image_upload').set({ charged: size }).where('id', '=', row.id).execute()
  })
}

/** For the first bytes of the file, which tell how large the disk in it is. */
export async function chargeFor(upload: OfUpload, header: Uint8Array): Promise<void> {
  const size = imageSizeOf(header, upload.row.size ?? 0)
  if (size > upload.row.charged) await chargeUpTo(upload, size)
}

/** Frees what is staged, except for an image that keeps its charge. The caller changes or deletes the row. */
export async function release(ctx: Pick<Ctx, 'db' | 'now'>, row: UploadRow, kept = 0): Promise<void> {
  await credit(ctx, row, { storage: row.charged - kept })
  await requestRemoval(ctx, row.id)
  if (row.image_id && row.state !== 'done') await requestRemoval(ctx, row.image_id)
}
