// People are invited, administrators can ask for another password, and silos can set a minimum for its length. Nobody who is there must
// do anything.
// Frozen: a migration never imports the current table declarations.
import { sql } from 'kysely'
import { addColumn, createTable } from '../create.ts'
import { integer, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const invitation = table(
  'invitation',
  {
    id: uuid(),
    silo_id: uuid().references('silo', 'cascade'),
    external_id: text(),
    role: text().nullable(),
    token_hash: text(),
    inviter_id: uuid().references('silo_user', 'cascade'),
    time_created: time(),
    time_expires: time(),
  },
  {
    primary: ['id'],
    unique: [['silo_id', 'external_id'], ['token_hash']],
    index: [['silo_id', 'id'], ['inviter_id']],
  },
)

export const migration: Migration = {
  name: '0021-invitations',
  async up(db, dialect) {
    await createTable(db, dialect, invitation)
    await addColumn(db, dialect, 'silo_user', 'time_password_due', time().nullable())
    await addColumn(db, dialect, 'silo', 'min_password_length', integer().nullable())
    // a finished checklist now says what comes next until it is dismissed; those of before are past that
    await sql`update first_steps set outcome = 'dismissed'`.execute(db)
  },
}
