// The labels that the image of an upload gets.
// Frozen: a migration never imports the current table declarations.
import { addColumn } from '../create.ts'
import { json } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0037-upload-labels',
  up: (db, dialect) => addColumn(db, dialect, 'image_upload', 'labels', json<string[]>().nullable()),
}
