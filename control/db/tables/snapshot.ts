// Snapshots. Their contents are in the volume with the same id.
import type { SnapshotState } from '#contract/snapshot-states.ts'
import { integer, table, text, time, uuid } from '../define.ts'

export const snapshot = table(
  'snapshot',
  {
    id: uuid(),
    project_id: uuid().references('project', 'restrict'),
    silo_id: uuid(),
    name: text(),
    description: text(),
    size: integer(),
    block_size: integer(),
    /** Kept after the disk is deleted, so it is not a foreign key. */
    disk_id: uuid(),
    state: text<Exclude<SnapshotState, 'destroyed'>>(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['project_id', 'name']], index: [['project_id', 'id']] },
)
