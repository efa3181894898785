// Projects have protection policies, and snapshots can be part of a recovery point.
// Frozen: a migration never imports the current table declarations.
import { addColumn, createIndex, createTable } from '../create.ts'
import { boolean, integer, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const policy = table(
  'protection_policy',
  {
    id: uuid(),
    project_id: uuid().references('project', 'cascade'),
    silo_id: uuid(),
    name: text(),
    description: text(),
    is_enabled: boolean(),
    schedule: json(),
    keep: json(),
    covers: json(),
    time_next: time().nullable(),
    time_failed: time().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    unique: [['project_id', 'name']],
    index: [
      ['project_id', 'id'],
      { columns: ['time_next'], where: 'time_next is not null' },
      { columns: ['time_failed'], where: 'time_failed is not null' },
    ],
  },
)

const run = table(
  'protection_run',
  {
    id: uuid(),
    policy_id: uuid().references('protection_policy', 'cascade'),
    cause: text(),
    state: text(),
    time_due: time(),
    time_started: time().nullable(),
    time_ended: time().nullable(),
    disks: integer(),
    problems: json(),
  },
  {
    primary: ['id'],
    index: [
      ['policy_id', 'time_due', 'id'],
      { columns: ['id'], where: "state = 'running'", name: 'protection_run_running_index' },
    ],
  },
)

const point = table(
  'recovery_point',
  {
    id: uuid(),
    project_id: uuid().references('project', 'cascade'),
    silo_id: uuid(),
    run_id: uuid(),
    policy_id: uuid(),
    policy_name: text(),
    resource_id: uuid(),
    noun: text(),
    is_kept: boolean(),
    time_taken: time().nullable(),
    time_created: time(),
  },
  {
    primary: ['id'],
    unique: [['run_id', 'resource_id']],
    index: [
      ['resource_id', 'time_created', 'id'],
      ['policy_id', 'resource_id'],
      ['project_id', 'resource_id', 'time_created'],
    ],
  },
)

export const migration: Migration = {
  name: '0032-protection',
  async up(db, dialect) {
    for (const made of [policy, run, point]) await createTable(db, dialect, made)
    await addColumn(db, dialect, 'snapshot', 'point_id', uuid().nullable())
    const where = 'point_id is not null'
    await createIndex(db, 'snapshot', { name: 'snapshot_point_id_index', columns: ['point_id'], unique: false, where })
  },
}
