// Disks, and which stretches of one being imported have been written. Their bytes are a volume of the same id.
import { integer, table, text, time, uuid } from '../define.ts'

export const disk = table(
  'disk',
  {
    id: uuid(),
    project_id: uuid().references('project', 'restrict'),
    /** The project's, so that a reconciler can report without looking it up. */
    silo_id: uuid(),
    name: text(),
    description: text(),
    size: integer(),
    block_size: integer(),
    /** Where the content came from. Kept when the origin is gone. */
    snapshot_id: uuid().nullable(),
    image_id: uuid().nullable(),
    disk_state: text<
      | 'creating'
      | 'detached'
      | 'import_ready'
      | 'importing_from_bulk_writes'
      | 'finalizing'
      | 'maintenance'
      | 'attached'
      | 'faulted'
    >(),
    /** What it becomes once its bytes are there. */
    state_when_made: text<'detached' | 'import_ready'>(),
    /** There exactly when the state is attached. */
    instance_id: uuid().references('instance', 'restrict').nullable(),
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
      { columns: ['id'], where: "disk_state = 'faulted'", name: 'disk_faulted_index' },
    ],
  },
)

/** One row a chunk, for a chunk sent again must be told from one that overlaps. Gone when the import is finalized. */
export const disk_import_chunk = table(
  'disk_import_chunk',
  { disk_id: uuid().references('disk', 'cascade'), chunk_offset: integer(), chunk_length: integer() },
  { primary: ['disk_id', 'chunk_offset'] },
)
