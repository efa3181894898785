// Instances go back to points in time, which know the names of their disks.
// Frozen: a migration never imports the current table declarations.
import { addColumn, createTable } from '../create.ts'
import { boolean, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const rollback = table(
  'instance_rollback',
  {
    id: uuid(),
    silo_id: uuid(),
    project_id: uuid().references('project', 'cascade'),
    user_id: uuid(),
    name: text(),
    instance_id: uuid(),
    point_id: uuid(),
    time_point: time(),
    swaps: json(),
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
      ['instance_id', 'state'],
    ],
  },
)

export const migration: Migration = {
  name: '0035-rollback',
  async up(db, dialect) {
    await createTable(db, dialect, rollback)
    await addColumn(db, dialect, 'recovery_point', 'layout', json().nullable())
  },
}
