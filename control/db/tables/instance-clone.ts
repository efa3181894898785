// Clones of instances, under way and ended. The new instance exists from the beginning, and is creating until its disks are copied.
import type { Wire } from '#contract/api.ts'
import { boolean, json, table, text, time, uuid } from '../define.ts'

export const instance_clone = table(
  'instance_clone',
  {
    id: uuid(),
    silo_id: uuid(),
    project_id: uuid().references('project', 'restrict'),
    /** Whoever asked for it. */
    user_id: uuid(),
    /** Of the new instance. */
    name: text(),
    /** The instance that is copied. Kept after it is deleted. */
    source_id: uuid(),
    source_name: text(),
    /** The new instance. Null once the clone has failed. */
    instance_id: uuid().nullable(),
    /** Each new disk, with the snapshot that it is made of. */
    copies: json<{ disk_id: string; snapshot_id: string }[]>(),
    /** Whether the new instance starts when its disks are there. */
    start: boolean(),
    state: text<Wire<'InstanceCloneState'>>(),
    problem: text().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    index: [
      ['project_id', 'id'],
      ['state', 'id'],
    ],
  },
)
