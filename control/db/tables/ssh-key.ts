// SSH public keys of a user.
import { table, text, time, uuid } from '../define.ts'

export const ssh_key = table(
  'ssh_key',
  {
    id: uuid(),
    silo_user_id: uuid().references('silo_user', 'cascade'),
    name: text(),
    description: text(),
    public_key: text(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['silo_user_id', 'name']], index: [['silo_user_id', 'id']] },
)
