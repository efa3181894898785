// Instances are resized in one step and cloned.
// Frozen: a migration never imports the current table declarations.
import { addColumn, createTable } from '../create.ts'
import { boolean, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const instance_clone = table(
  'instance_clone',
  {
    id: uuid(),
    silo_id: uuid(),
    project_id: uuid().references('project', 'restrict'),
    user_id: uuid(),
    name: text(),
    source_id: uuid(),
    source_name: text(),
    instance_id: uuid().nullable(),
    copies: json<{ disk_id: string; snapshot_id: string }[]>(),
    start: boolean(),
    state: text(),
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

export const migration: Migration = {
  name: '0030-day-two',
  async up(db, dialect) {
    await addColumn(db, dialect, 'instance', 'resize', json().nullable())
    await createTable(db, dialect, instance_clone)
  },
}
