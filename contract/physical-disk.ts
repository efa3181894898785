// Physical disks.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { maybe, timestamp, uuid } from './values.ts'

export const PhysicalDiskKind = z.enum(['m2', 'u2'])
export const PhysicalDiskPolicy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('in_service') }),
  z.object({ kind: z.literal('expunged') }),
])

export const PhysicalDiskState = z.enum(['active', 'decommissioned'])
export const PhysicalDisk = z.object({
  form_factor: PhysicalDiskKind,
  id: uuid,
  model: z.string(),
  policy: PhysicalDiskPolicy,
  serial: z.string(),
  sled_id: maybe(uuid),
  state: PhysicalDiskState,
  time_created: timestamp,
  time_modified: timestamp,
  vendor: z.string(),
})

export const physicalDisk = {
  physical_disk_list: list(PhysicalDisk, byId),
  physical_disk_view: { path: { disk_id: uuid }, status: 200, answer: PhysicalDisk },
  sled_physical_disk_list: list(PhysicalDisk, byId, { path: { sled_id: uuid } }),
} satisfies Operations<'physical_disk'>
