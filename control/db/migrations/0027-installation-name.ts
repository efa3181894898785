// What the installation is called. Those that exist have no name.
// Frozen: a migration never imports the current table declarations.
import { createTable } from '../create.ts'
import { integer, table, text, time } from '../define.ts'
import type { Migration } from '../migration.ts'

const installation = table(
  'installation',
  { id: integer(), name: text().nullable(), time_modified: time() },
  { primary: ['id'] },
)

export const migration: Migration = {
  name: '0027-installation-name',
  up: (db, dialect) => createTable(db, dialect, installation),
}
