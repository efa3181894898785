// Notes about an instance.
// Frozen: a migration never imports the current table declarations.
import { addColumn } from '../create.ts'
import { text } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0023-instance-notes',
  up: (db, dialect) => addColumn(db, dialect, 'instance', 'notes', text().nullable()),
}
