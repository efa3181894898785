// TLS certificates of a silo's API endpoint, with their keys.
import { table, text, time, uuid } from '../define.ts'

export const certificate = table(
  'certificate',
  {
    id: uuid(),
    silo_id: uuid().references('silo', 'cascade'),
    name: text(),
    description: text(),
    service: text<'external_api'>(),
    cert: text(),
    private_key: text(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['silo_id', 'name']], index: [['silo_id', 'id']] },
)
