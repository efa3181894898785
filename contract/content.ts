// The bytes of disks, snapshots and images: raw with ranges, or sparse. A sparse download is a sequence of records, each of two 64-bit
// big-endian numbers, the offset and the length, and then as many bytes. Everything between the records is zero. A record of length 0
// only says how far it is; the last one is at the end.
import { flag, inProject, numeric, type Operations } from './define.ts'
import { NameOrId, uint64 } from './values.ts'

/** `offset`: where a sparse download continues. */
const query = { ...inProject, sparse: flag.optional(), offset: numeric(uint64).optional() }

export const content = {
  disk_content_download: { path: { disk: NameOrId }, query, status: 200, raw: true },
  snapshot_content_download: { path: { snapshot: NameOrId }, query, status: 200, raw: true },
  image_content_download: { path: { image: NameOrId }, query, status: 200, raw: true },
} satisfies Operations<'content'>
