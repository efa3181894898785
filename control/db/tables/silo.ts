// Silos: the tenants of the rack, each with people of its own.
import { boolean, json, table, text, time, uuid } from '../define.ts'

export const silo = table(
  'silo',
  {
    id: uuid(),
    name: text(),
    description: text(),
    discoverable: boolean(),
    identity_mode: text(),
    mapped_fleet_roles: json<Record<string, string[]>>(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['name']] },
)
