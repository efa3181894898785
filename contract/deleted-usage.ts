// What the deleted things of a silo take up until they are removed for good. It counts toward the quota, but the published utilization
// leaves it out. An addition of ours.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { ByteCount, NameOrId, uuid } from './values.ts'

export const DeletedUsage = z.object({
  /** Bytes of disks, snapshots and images. */
  storage: ByteCount,
})
export const SiloDeletedUsage = z.object({ silo_id: uuid, storage: ByteCount })

export const deletedUsage = {
  deleted_usage_view: { path: { silo: NameOrId }, status: 200, answer: DeletedUsage },
  /** Only silos that have any. */
  system_deleted_usage_list: list(SiloDeletedUsage, byId),
} satisfies Operations<'deleted_usage'>
