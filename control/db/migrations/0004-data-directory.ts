// The data directory that belongs to the database.
// Frozen: a migration never imports the current table declarations.
import { createTable } from '../create.ts'
import { table, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const data_directory = table('data_directory', { id: uuid(), time_created: time() }, { primary: ['id'] })

export const migration: Migration = {
  name: '0004-data-directory',
  up: (db, dialect) => createTable(db, dialect, data_directory),
}
