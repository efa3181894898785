// Projects: groups of resources within a silo.
import { table, text, time, uuid } from '../define.ts'

export const project = table(
  'project',
  {
    id: uuid(),
    silo_id: uuid().references('silo', 'restrict'),
    name: text(),
    description: text(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['silo_id', 'name']], index: [['silo_id', 'id']] },
)
