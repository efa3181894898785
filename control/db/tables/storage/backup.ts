// Backup targets, the repositories that silos have there, the backups in them, and restores. Backups outlive the projects they come from.
import type { Wire } from '#contract/api.ts'
import { boolean, integer, json, table, text, time, uuid } from '../../define.ts'
import type { InstanceDescription } from './backup-description.ts'

export const backup_target = table(
  'backup_target',
  {
    id: uuid(),
    name: text(),
    description: text(),
    place: json<Wire<'BackupPlace'>>(),
    /** What is needed to reach it, sealed. */
    secret: text().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['name']] },
)

export const backup_repository = table(
  'backup_repository',
  {
    id: uuid(),
    target_id: uuid().references('backup_target', 'restrict'),
    silo_id: uuid().references('silo', 'cascade'),
    /** Sealed. */
    key: text(),
    /** When it was found at its target. Null until then: one that is gone later must not be created again. */
    time_made: time().nullable(),
    size: integer().nullable(),
    /** A part is read every month, or everything when somebody asks. */
    verify: text<'part' | 'all'>().nullable(),
    /** What is stored there is read, and becomes backups. `take_over`: even if another installation uses it. */
    import: text<'wanted' | 'take_over'>().nullable(),
    /** How often a part was read. */
    parts_read: integer(),
    time_verified: time().nullable(),
    /** When a part is read next. */
    time_verify_due: time(),
    /** Something was removed, and takes up space until it is pruned. */
    is_prune_due: boolean(),
    problem: text().nullable(),
    time_failed: time().nullable(),
    /** Since when it is known to be damaged. Null again once all of it was read and found to be whole. */
    time_damaged: time().nullable(),
    /** Failures in a row, and when to try again. */
    attempts: integer(),
    time_retry: time().nullable(),
    time_created: time(),
  },
  {
    primary: ['id'],
    unique: [['target_id', 'silo_id']],
    index: [
      ['target_id', 'id'],
      ['silo_id', 'id'],
      { columns: ['time_failed'], where: 'time_failed is not null' },
      { columns: ['time_damaged'], where: 'time_damaged is not null' },
    ],
  },
)

export const backup = table(
  'backup',
  {
    id: uuid(),
    repository_id: uuid().references('backup_repository', 'cascade'),
    target_id: uuid(),
    silo_id: uuid(),
    project_id: uuid(),
    project_name: text(),
    point_id: uuid(),
    policy_id: uuid(),
    policy_name: text(),
    noun: text<'instance' | 'disk'>(),
    resource_id: uuid(),
    resource_name: text(),
    state: text<Wire<'BackupState'>>(),
    /** What the instance was like. Null for a disk. */
    instance: json<InstanceDescription>().nullable(),
    size: integer(),
    done: integer(),
    problem: text().nullable(),
    time_created: time(),
    time_stored: time().nullable(),
  },
  {
    primary: ['id'],
    unique: [['point_id', 'repository_id']],
    index: [
      ['project_id', 'time_created', 'id'],
      ['silo_id', 'time_created', 'id'],
      ['policy_id', 'resource_id', 'time_created'],
      ['repository_id', 'state', 'time_created'],
    ],
  },
)

export const backup_disk = table(
  'backup_disk',
  {
    /** Names its bytes in the repository. */
    id: uuid(),
    backup_id: uuid().references('backup', 'cascade'),
    /** The volume to read. */
    snapshot_id: uuid(),
    name: text(),
    size: integer(),
    block_size: integer(),
    is_boot: boolean(),
    sha256: text().nullable(),
  },
  { primary: ['id'], index: [['backup_id', 'name'], ['snapshot_id']] },
)

export const backup_restore = table(
  'backup_restore',
  {
    id: uuid(),
    backup_id: uuid().references('backup', 'cascade'),
    silo_id: uuid(),
    project_id: uuid().references('project', 'cascade'),
    name: text(),
    as: text<'instance' | 'disk'>(),
    state: text<Wire<'BackupRestoreState'>>(),
    /** The new instance, which waits for its disks. */
    instance_id: uuid().nullable(),
    /** What each disk becomes. */
    disk_names: json<{ from: string; name: string }[]>(),
    /** The volumes that the present attempt writes. They become disks when all of them are whole. */
    volumes: json<string[]>(),
    size: integer(),
    done: integer(),
    attempts: integer(),
    time_retry: time().nullable(),
    problem: text().nullable(),
    time_created: time(),
    time_ended: time().nullable(),
  },
  {
    primary: ['id'],
    index: [
      ['project_id', 'time_created', 'id'],
      ['backup_id'],
      { columns: ['id'], where: "state = 'running'", name: 'backup_restore_running_index' },
    ],
  },
)
