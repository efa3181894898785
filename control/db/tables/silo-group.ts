// Groups of a silo and their members.
import { table, text, time, uuid } from '../define.ts'

export const silo_group = table(
  'silo_group',
  {
    id: uuid(),
    silo_id: uuid().references('silo', 'cascade'),
    external_id: text(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['silo_id', 'external_id']], index: [['silo_id', 'id']] },
)

export const silo_group_member = table(
  'silo_group_member',
  {
    silo_group_id: uuid().references('silo_group', 'cascade'),
    silo_user_id: uuid().references('silo_user', 'cascade'),
  },
  { primary: ['silo_group_id', 'silo_user_id'], index: [['silo_user_id']] },
)
