// Silos have repositories at backup targets, where protection policies store what they copy.
// Frozen: a migration never imports the current table declarations.
import { addColumn, createTable } from '../create.ts'
import { boolean, integer, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const target = table(
  'backup_target',
  {
    id: uuid(),
    name: text(),
    description: text(),
    place: json(),
    secret: text().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['name']] },
)

const repository = table(
  'backup_repository',
  {
    id: uuid(),
    target_id: uuid().references('backup_target', 'restrict'),
    silo_id: uuid().references('silo', 'cascade'),
    key: text(),
    time_made: time().nullable(),
    size: integer().nullable(),
    verify: text().nullable(),
    parts_read: integer(),
    time_verified: time().nullable(),
    time_verify_due: time(),
    is_prune_due: boolean(),
    problem: text().nullable(),
    time_failed: time().nullable(),
    time_damaged: time().nullable(),
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

const backup = table(
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
    noun: text(),
    resource_id: uuid(),
    resource_name: text(),
    state: text(),
    instance: json().nullable(),
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

const disk = table(
  'backup_disk',
  {
    id: uuid(),
    backup_id: uuid().references('backup', 'cascade'),
    snapshot_id: uuid(),
    name: text(),
    size: integer(),
    block_size: integer(),
    is_boot: boolean(),
    sha256: text().nullable(),
  },
  { primary: ['id'], index: [['backup_id', 'name'], ['snapshot_id']] },
)

const restore = table(
  'backup_restore',
  {
    id: uuid(),
    backup_id: uuid().references('backup', 'cascade'),
    silo_id: uuid(),
    project_id: uuid().references('project', 'cascade'),
    name: text(),
    as: text(),
    state: text(),
    instance_id: uuid().nullable(),
    disk_names: json(),
    volumes: json(),
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

export const migration: Migration = {
  name: '0036-backups',
  async up(db, dialect) {
    for (const made of [target, repository, backup, disk, restore]) await createTable(db, dialect, made)
    await addColumn(db, dialect, 'protection_policy', 'backup_target_id', uuid().nullable())
  },
}
