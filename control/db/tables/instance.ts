// Instances: the desired state, where the machine runs and why, and moves to another sled. sled_id is set exactly while a machine may
// exist: from an accepted start until it has stopped or failed.
import type { Wire } from '#contract/api.ts'
import type { InstanceState } from '#contract/instance-states.ts'
import type { Architecture } from '#contract/architecture-names.ts'
import { boolean, integer, json, table, text, time, uuid } from '../define.ts'

export interface Resize {
  ncpus: number
  memory: number
  start: boolean
}

export const instance = table(
  'instance',
  {
    id: uuid(),
    project_id: uuid().references('project', 'restrict'),
    /** The project's silo, so that reconcilers can charge and report without a lookup. */
    silo_id: uuid(),
    name: text(),
    description: text(),
    notes: text().nullable(),
    hostname: text(),
    ncpus: integer(),
    memory: integer(),
    /** Architecture of its last start. Null before the first. */
    architecture: text<Architecture>().nullable(),
    boot_disk_id: uuid().nullable(),
    user_data: text(),
    auto_restart_policy: text<Wire<'InstanceAutoRestartPolicy'>>().nullable(),
    time_last_auto_restarted: time().nullable(),
    run_state: text<InstanceState>(),
    time_run_state_updated: time(),
    /** For display; set when the state is failed. */
    failure_reason: text().nullable(),
    sled_id: uuid().references('sled', 'restrict').nullable(),
    /**
     * Counts accepted starts, so that a late response to an earlier start is ignored. With the sled it is the lease of the machine: see
     * compute/placement/machine-permit.ts.
     */
    generation: integer(),
    /** A reboot that the driver has not been asked for yet. */
    reboot_request: text().nullable(),
    /** The size that it gets when it has stopped, and whether it then starts again. */
    resize: json<Resize>().nullable(),
    /** Since when its machine belongs to another installation. */
    time_taken_over: time().nullable(),
    labels: json<string[]>().nullable(),
    /** Which start first when a sled is lost. Null is normal. */
    importance: text<Wire<'InstanceImportance'>>().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    unique: [['project_id', 'name']],
    index: [
      ['project_id', 'id'],
      ['run_state', 'id'],
      // covers what the overview counts
      ['silo_id', 'run_state', 'project_id'],
      ['silo_id', 'name', 'id'],
      ['silo_id', 'id'],
      // covers what placement sums, so that it reads only the index
      ['sled_id', 'ncpus', 'memory'],
      ['sled_id', 'id'],
      { columns: ['silo_id', 'project_id', 'id'], where: 'labels is not null', name: 'instance_labels_index' },
    ],
  },
)

/** Clones, under way and ended. The new instance exists from the beginning, and is creating until its disks are copied. */
export const instance_clone = table(
  'instance_clone',
  {
    id: uuid(),
    silo_id: uuid(),
    project_id: uuid().references('project', 'restrict'),
    /** Whoever asked for it. */
    user_id: uuid(),
    /** Name of the new instance. */
    name: text(),
    /** The instance that is copied. Kept after it is deleted. */
    source_id: uuid(),
    source_name: text(),
    /** The new instance. Null once the clone has failed. */
    instance_id: uuid().nullable(),
    /** Each new disk, with the snapshot that was taken for it. Null if it is made of one that stays. */
    copies: json<{ disk_id: string; snapshot_id: string | null }[]>(),
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

/** Instances that go back to a point in time, under way and ended. */
export const instance_rollback = table(
  'instance_rollback',
  {
    id: uuid(),
    silo_id: uuid(),
    project_id: uuid().references('project', 'cascade'),
    /** Whoever asked for it. */
    user_id: uuid(),
    /** Name of the instance. Both are kept after it is deleted. */
    name: text(),
    instance_id: uuid(),
    point_id: uuid(),
    /** The moment to which it goes back. */
    time_point: time(),
    /** Each disk to replace, the one that replaces it, and the snapshot of the present, once it is taken. */
    swaps: json<{ disk_id: string; new_disk_id: string; snapshot_id: string | null }[]>(),
    /** Whether the instance ran, and starts again in the end. */
    start: boolean(),
    state: text<Wire<'InstanceRollbackState'>>(),
    problem: text().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    index: [
      ['project_id', 'id'],
      ['state', 'id'],
      ['instance_id', 'state'],
    ],
  },
)

/** What is in the CD drive of an instance. An instance without a row has an empty one. */
export const instance_cd = table(
  'instance_cd',
  {
    instance_id: uuid().references('instance', 'cascade'),
    /** Null when the image was deleted, and its machine still has it. */
    image_id: uuid().references('image', 'restrict').nullable(),
    /** The start that boots from it. Null, or a start that was, if none will. */
    boot_generation: integer().nullable(),
    /** What a machine that runs still has to do. */
    task: text<'insert' | 'eject'>().nullable(),
    time_modified: time(),
  },
  { primary: ['instance_id'], index: [['image_id']] },
)
/** Why the machine of an instance is where it is. Written when it is placed. */
export const instance_placement = table(
  'instance_placement',
  {
    instance_id: uuid().references('instance', 'cascade'),
    sled_id: uuid(),
    reason: text(),
    time_placed: time(),
  },
  { primary: ['instance_id'] },
)

/** The last move of each instance. While it has not ended, the machine may be on either sled, and both are counted. */
export const instance_migration = table(
  'instance_migration',
  {
    id: uuid(),
    instance_id: uuid().references('instance', 'cascade'),
    /** The start that it belongs to. */
    generation: integer(),
    from_sled_id: uuid(),
    to_sled_id: uuid(),
    state: text<Wire<'InstanceMigration'>['state']>(),
    /** Why this sled was chosen. */
    placement: text(),
    total: integer(),
    remaining: integer(),
    /** Why it failed. */
    reason: text().nullable(),
    is_cancelled: boolean(),
    time_created: time(),
    /** When the driver was asked for the first time. From then on nothing else is done to the machine's disks. */
    time_begun: time().nullable(),
    time_ended: time().nullable(),
  },
  {
    primary: ['id'],
    unique: [['instance_id']],
    index: [{ columns: ['to_sled_id'], where: 'time_ended is null', name: 'instance_migration_active_index' }],
  },
)
