// Users for programs. Each is also a row in silo_user, so that it can hold roles like anyone.
import { table, text, uuid } from '../define.ts'

export const service_account = table(
  'service_account',
  {
    id: uuid().references('silo_user', 'cascade'),
    silo_id: uuid().references('silo', 'cascade'),
    description: text(),
  },
  { primary: ['id'], index: [['silo_id', 'id']] },
)
