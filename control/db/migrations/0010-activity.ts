// What happened without a request, in the event log.
// Frozen: a migration never imports the current table declarations.
import { addColumn } from '../create.ts'
import { text } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0010-activity',
  async up(db, dialect) {
    await addColumn(db, dialect, 'event', 'outcome', text().nullable())
    await addColumn(db, dialect, 'event', 'reason', text().nullable())
  },
}
