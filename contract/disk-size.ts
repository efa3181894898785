// The size of a disk, which can grow. An addition of ours.
import { z } from 'zod'
import { inProject, type Operations } from './define.ts'
import { Disk } from './disk.ts'
import { ByteCount, NameOrId } from './values.ts'

export const DiskResize = z.object({
  /** At least the size that it has. */
  size: ByteCount,
})

export const diskSize = {
  /** Also while it is in use, where the rack can do that. */
  disk_resize: { path: { disk: NameOrId }, query: inProject, body: DiskResize, status: 202, answer: Disk },
} satisfies Operations<'disk_size'>
