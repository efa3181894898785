// Disks, and the chunks written by running imports. A disk's contents are in the volume with the same id.
import type { DiskState } from '#contract/disk-states.ts'
import { integer, json, table, text, time, uuid } from '../../define.ts'

/** The others are published, but no disk here is ever in them. */
type KeptDiskState = Exclude<DiskState, 'importing_from_url' | 'destroyed'>

export const disk = table(
  'disk',
  {
    id: uuid(),
    project_id: uuid().references('project', 'restrict'),
    /** The project's silo, so that reconcilers can report without a lookup. */
    silo_id: uuid(),
    name: text(),
    description: text(),
    size: integer(),
    block_size: integer(),
    /** The source of the contents. Kept after the source is deleted. */
    snapshot_id: uuid().nullable(),
    image_id: uuid().nullable(),
    disk_state: text<KeptDiskState>(),
    /** The state after its contents exist. */
    state_when_made: text<Extract<DiskState, 'detached' | 'import_ready'>>(),
    /** Set while it is attached, and on its way there and back. */
    instance_id: uuid().references('instance', 'restrict').nullable(),
    labels: json<string[]>().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    unique: [['project_id', 'name']],
    index: [
      ['project_id', 'id'],
      ['instance_id', 'name'],
      ['instance_id', 'id'],
      { columns: ['silo_id', 'project_id', 'id'], where: 'labels is not null', name: 'disk_labels_index' },
      { columns: ['id'], where: "disk_state = 'faulted'", name: 'disk_faulted_index' },
    ],
  },
)

/** One row per chunk, to distinguish a retried chunk from an overlapping one. Deleted when the import is finalized. */
export const disk_import_chunk = table(
  'disk_import_chunk',
  { disk_id: uuid().references('disk', 'cascade'), chunk_offset: integer(), chunk_length: integer() },
  { primary: ['disk_id', 'chunk_offset'] },
)

/** A chunk that a replica is writing right now. Only where several replicas write; see control/storage/import-claim.ts. */
export const disk_import_claim = table(
  'disk_import_claim',
  {
    id: uuid(),
    disk_id: uuid().references('disk', 'cascade'),
    chunk_offset: integer(),
    chunk_length: integer(),
    /** A replica that died releases nothing. */
    time_expires: time(),
  },
  { primary: ['id'], index: [['disk_id']] },
)
