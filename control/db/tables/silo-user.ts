// Users of a silo. Only local users have a password hash.
// Users for programs also have a row in service_account.
import { table, text, time, uuid } from '../define.ts'

export const silo_user = table(
  'silo_user',
  {
    id: uuid(),
    silo_id: uuid().references('silo', 'cascade'),
    external_id: text(),
    password_hash: text().nullable(),
    /** Since when the user can neither sign in nor use a token. */
    time_disabled: time().nullable(),
    /** Since when the user must choose another password before anything else. */
    time_password_due: time().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['silo_id', 'external_id']], index: [['silo_id', 'id']] },
)

export const service_account = table(
  'service_account',
  {
    id: uuid().references('silo_user', 'cascade'),
    silo_id: uuid().references('silo', 'cascade'),
    description: text(),
  },
  { primary: ['id'], index: [['silo_id', 'id']] },
)
