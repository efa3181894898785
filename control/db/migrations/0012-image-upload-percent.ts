// How far an image is made.
// Frozen: a migration never imports the current table declarations.
import { addColumn } from '../create.ts'
import { integer } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0012-image-upload-percent',
  async up(db, dialect) {
    await addColumn(db, dialect, 'image_upload', 'percent', integer().nullable())
  },
}
