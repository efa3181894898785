// The times in which usage was sampled, so that charts leave a gap where the server was off.
// Frozen: a migration never imports the current table declarations.
import { createTable } from '../create.ts'
import { table, time } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0018-sampled-period',
  up: (db, dialect) =>
    createTable(
      db,
      dialect,
      table('sampled_period', { time_start: time(), time_end: time() }, { primary: ['time_start'] }),
    ),
}
