// A second factor for local users, which a silo can require.
// Frozen: a migration never imports the current table declarations.
import { addColumn, createTable } from '../create.ts'
import { integer, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const user = () => uuid().references('silo_user', 'cascade')

const tables = [
  table(
    'totp',
    {
      silo_user_id: user(),
      secret: text(),
      last_step: integer().nullable(),
      time_created: time(),
      time_confirmed: time().nullable(),
    },
    { primary: ['silo_user_id'] },
  ),
  table('recovery_code', { silo_user_id: user(), code_hash: text() }, { primary: ['silo_user_id', 'code_hash'] }),
  table(
    'passkey',
    {
      id: uuid(),
      silo_user_id: user(),
      name: text(),
      rp_id: text(),
      credential_id: text(),
      public_key: text(),
      counter: integer(),
      transports: json(),
      time_created: time(),
      time_last_used: time().nullable(),
    },
    { primary: ['id'], unique: [['credential_id']], index: [['silo_user_id', 'id']] },
  ),
  table(
    'spent_challenge',
    { challenge_hash: text(), time_expires: time() },
    { primary: ['challenge_hash'], index: [['time_expires']] },
  ),
]

export const migration: Migration = {
  name: '0007-second-factor',
  async up(db, dialect) {
    for (const each of tables) await createTable(db, dialect, each)
    await addColumn(db, dialect, 'silo', 'time_second_factor_required', time().nullable())
  },
}
