// The number of refusals that an aggregated event represents.
// Frozen: a migration never imports the current table declarations.
import { addColumn } from '../create.ts'
import { integer } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0007-event-repeats',
  up: (db, dialect) => addColumn(db, dialect, 'event', 'repeats', integer().nullable()),
}
