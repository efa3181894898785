// Users of a silo. Only local users have a password hash.
import { table, text, time, uuid } from '../define.ts'

export const silo_user = table(
  'silo_user',
  {
    id: uuid(),
    silo_id: uuid().references('silo', 'cascade'),
    external_id: text(),
    password_hash: text().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['silo_id', 'external_id']], index: [['silo_id', 'id']] },
)
