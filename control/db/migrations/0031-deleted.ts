// What is deleted can be restored for a while, which each silo sets.
// Frozen: a migration never imports the current table declarations.
import { addColumn, createTable } from '../create.ts'
import { integer, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const deleted = table(
  'deleted',
  {
    id: uuid(),
    silo_id: uuid().references('silo', 'restrict'),
    project_id: uuid().nullable(),
    noun: text(),
    resource_id: uuid(),
    parent_id: uuid().nullable(),
    name: text(),
    size: integer(),
    schema_version: integer(),
    kept_rows: json(),
    time_deleted: time(),
    time_final: time(),
  },
  {
    primary: ['id'],
    unique: [['resource_id']],
    index: [
      ['project_id', 'time_deleted', 'id'],
      ['silo_id', 'time_deleted', 'id'],
      ['silo_id', 'size'],
      ['time_final', 'id'],
      ['parent_id'],
    ],
  },
)

export const migration: Migration = {
  name: '0031-deleted',
  async up(db, dialect) {
    await createTable(db, dialect, deleted)
    await addColumn(db, dialect, 'silo', 'deleted_retention_seconds', integer().nullable())
  },
}
