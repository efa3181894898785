// When a session was last proven to be its user's, and which session added a second factor. What exists is older than any session's doing.
// Frozen: a migration never imports the current table declarations.
import { addColumn } from '../create.ts'
import { time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0013-sign-in-proof',
  async up(db, dialect) {
    await addColumn(db, dialect, 'session', 'time_proven', time().nullable())
    await addColumn(db, dialect, 'totp', 'session_id', uuid().nullable())
    await addColumn(db, dialect, 'passkey', 'session_id', uuid().nullable())
  },
}
