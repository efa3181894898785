// How many vCPUs a rack gives out per thread. The next start records the default of its hardware.
// Frozen: a migration never imports the current table declarations.
import { addColumn } from '../create.ts'
import { integer } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0022-cpu-overcommit',
  up: (db, dialect) => addColumn(db, dialect, 'rack', 'cpu_overcommit', integer().nullable()),
}
