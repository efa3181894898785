// The first steps of a silo, and the recorded consoles of instances.
// Frozen: a migration never imports the current table declarations.
import { createTable } from '../create.ts'
import { integer, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const tables = [
  table(
    'first_steps',
    { silo_id: uuid().references('silo', 'cascade'), outcome: text(), time_ended: time() },
    { primary: ['silo_id'] },
  ),
  table(
    'console_run',
    {
      instance_id: uuid().references('instance', 'cascade'),
      generation: integer(),
      time_started: time(),
      time_ended: time().nullable(),
      end_state: text().nullable(),
      end_reason: text().nullable(),
      first_byte: integer(),
      end_byte: integer(),
      data: text(),
    },
    { primary: ['instance_id', 'generation'] },
  ),
]

export const migration: Migration = {
  name: '0009-first-steps',
  async up(db, dialect) {
    for (const each of tables) await createTable(db, dialect, each)
  },
}
