// Secrets at rest: which key they are sealed with.
// Frozen: a migration never imports the current table declarations.
import { createTable } from '../create.ts'
import { integer, table, text, time } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0004-sealed',
  async up(db, dialect) {
    await createTable(
      db,
      dialect,
      table('secret_key', { id: integer(), sealed_check: text(), time_created: time() }, { primary: ['id'] }),
    )
  },
}
