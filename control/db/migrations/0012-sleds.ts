// Whether a sled answers.
// Frozen: a migration never imports the current table declarations.
import { addColumn } from '../create.ts'
import { text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0012-sleds',
  async up(db, dialect) {
    await addColumn(db, dialect, 'sled', 'time_unreachable', time().nullable())
    await addColumn(db, dialect, 'sled', 'problem', text().nullable())
    await addColumn(db, dialect, 'uninitialized_sled', 'hardware_id', uuid(), '')
  },
}
