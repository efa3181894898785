// A release of a fence is written down before it begins.
// Frozen: a migration never imports the current table declarations.
import { addColumn } from '../create.ts'
import { uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0042-fence-release',
  up: (db, dialect) => addColumn(db, dialect, 'sled_fence', 'release', uuid().nullable()),
}
