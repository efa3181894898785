// Sleds: the servers of a rack that run instances.
import { integer, table, text, time, uuid } from '../define.ts'

export const sled = table(
  'sled',
  {
    id: uuid(),
    rack_id: uuid().references('rack', 'restrict'),
    part: text(),
    serial: text(),
    revision: integer(),
    usable_hardware_threads: integer(),
    usable_physical_ram: integer(),
    policy_kind: text(),
    provision_policy: text(),
    state: text(),
    time_created: time(),
    time_modified: time(),
    /** Since when it has not answered. */
    time_unreachable: time().nullable(),
    /** Why it does not answer. */
    problem: text().nullable(),
  },
  { primary: ['id'], unique: [['part', 'serial']], index: [['rack_id', 'id']] },
)
