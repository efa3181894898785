// Routers of a VPC: the system router and custom ones.
import { table, text, time, uuid } from '../define.ts'

export const vpc_router = table(
  'vpc_router',
  {
    id: uuid(),
    vpc_id: uuid().references('vpc', 'cascade'),
    name: text(),
    description: text(),
    kind: text<'system' | 'custom'>(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['vpc_id', 'name']], index: [['vpc_id', 'id']] },
)
