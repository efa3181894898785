// Disks: attaching them and importing their contents. disk-states.ts says which actions each state allows.
import { z } from 'zod'
import { byNameOrId, inProject, list, type Operations } from './define.ts'
import { BlockSize, ByteCount, Name, NameOrId, identity, maybe, naming, uint64, uuid } from './values.ts'

export const DiskState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('creating') }),
  z.object({ state: z.literal('detached') }),
  z.object({ state: z.literal('import_ready') }),
  z.object({ state: z.literal('importing_from_url') }),
  z.object({ state: z.literal('importing_from_bulk_writes') }),
  z.object({ state: z.literal('finalizing') }),
  z.object({ state: z.literal('maintenance') }),
  z.object({ state: z.literal('attaching'), instance: uuid }),
  z.object({ state: z.literal('attached'), instance: uuid }),
  z.object({ state: z.literal('detaching'), instance: uuid }),
  z.object({ state: z.literal('destroyed') }),
  z.object({ state: z.literal('faulted') }),
])

export const Disk = z.object({
  ...identity,
  block_size: ByteCount,
  device_path: z.string(),
  image_id: maybe(uuid),
  project_id: uuid,
  size: ByteCount,
  snapshot_id: maybe(uuid),
  state: DiskState,
})

export const DiskSource = z.discriminatedUnion('type', [
  z.object({ type: z.literal('blank'), block_size: BlockSize }),
  z.object({ type: z.literal('snapshot'), snapshot_id: uuid }),
  z.object({ type: z.literal('image'), image_id: uuid }),
  z.object({ type: z.literal('importing_blocks'), block_size: BlockSize }),
])

export const DiskCreate = z.object({ ...naming, disk_source: DiskSource, size: ByteCount })
export const DiskPath = z.object({ disk: NameOrId })
export const FinalizeDisk = z.object({ snapshot_name: maybe(Name) })
export const ImportBlocksBulkWrite = z.object({ base64_encoded_data: z.string(), offset: uint64 })

const at = { path: { disk: NameOrId }, query: inProject }
const atInstance = { path: { instance: NameOrId }, query: inProject }

export const disk = {
  disk_list: list(Disk, byNameOrId, { first: { project: NameOrId } }),
  disk_create: { query: { project: NameOrId }, body: DiskCreate, status: 201, answer: Disk },
  disk_view: { ...at, status: 200, answer: Disk },
  disk_delete: { ...at, status: 204 },
  disk_bulk_write_import: { ...at, body: ImportBlocksBulkWrite, status: 204 },
  disk_bulk_write_import_start: { ...at, status: 204 },
  disk_bulk_write_import_stop: { ...at, status: 204 },
  disk_finalize_import: { ...at, body: FinalizeDisk, status: 204 },
  instance_disk_list: list(Disk, byNameOrId, atInstance),
  instance_disk_attach: { ...atInstance, body: DiskPath, status: 202, answer: Disk },
  instance_disk_detach: { ...atInstance, body: DiskPath, status: 202, answer: Disk },
} satisfies Operations<'disk'>
