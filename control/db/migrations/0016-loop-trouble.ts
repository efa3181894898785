// What background loops keep failing to do.
// Frozen: a migration never imports the current table declarations.
import { createTable } from '../create.ts'
import { boolean, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const loopTrouble = table(
  'loop_trouble',
  {
    loop: text(),
    key: text(),
    problem: text(),
    sled_id: uuid().nullable(),
    is_lasting: boolean(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['loop', 'key'] },
)

export const migration: Migration = {
  name: '0016-loop-trouble',
  up: (db, dialect) => createTable(db, dialect, loopTrouble),
}
