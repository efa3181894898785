// Repositories of other installations are imported.
// Frozen: a migration never imports the current table declarations.
import { addColumn } from '../create.ts'
import { text } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0038-backup-import',
  up: (db, dialect) => addColumn(db, dialect, 'backup_repository', 'import', text().nullable()),
}
