// Uploads of image files.
// Frozen: a migration never imports the current table declarations.
import { createTable } from '../create.ts'
import { integer, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0006-image-upload',
  async up(db, dialect) {
    await createTable(
      db,
      dialect,
      table(
        'image_upload',
        {
          id: uuid(),
          silo_id: uuid(),
          project_id: uuid().references('project', 'restrict'),
          user_id: uuid(),
          name: text(),
          description: text(),
          os: text(),
          version: text(),
          block_size: integer(),
          url: text().nullable(),
          fingerprint: text().nullable(),
          size: integer().nullable(),
          received: integer(),
          state: text(),
          problem: text().nullable(),
          image_id: uuid().nullable(),
          charged: integer(),
          attempts: integer(),
          time_created: time(),
          time_modified: time(),
        },
        {
          primary: ['id'],
          index: [
            ['project_id', 'id'],
            ['state', 'id'],
          ],
        },
      ),
    )
  },
}
