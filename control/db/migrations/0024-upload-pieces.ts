// How many pieces an upload came in, for the one entry of the log that tells of them.
// Frozen: a migration never imports the current table declarations.
import { addColumn } from '../create.ts'
import { integer } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0024-upload-pieces',
  up: (db, dialect) => addColumn(db, dialect, 'image_upload', 'pieces', integer(), 0),
}
