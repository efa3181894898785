// Snapshots. Their contents are in the volume with the same id.
import type { SnapshotState } from '#contract/snapshot-states.ts'
import { integer, json, table, text, time, uuid } from '../../define.ts'

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
    labels: json<string[]>().nullable(),
    /** The recovery point it is part of. Null if a person made it. */
    point_id: uuid().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    unique: [['project_id', 'name']],
    index: [
      ['project_id', 'id'],
      { columns: ['silo_id', 'project_id', 'id'], where: 'labels is not null', name: 'snapshot_labels_index' },
      { columns: ['point_id'], where: 'point_id is not null' },
    ],
  },
)
