// Sleds: the servers of a rack that run instances.
import type { Wire } from '#contract/api.ts'
import type { Architecture } from '#contract/architecture-names.ts'
import { integer, json, table, text, time, uuid } from '../define.ts'

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
    /** What guests can be made for, its own first. Null if it does not matter, as on simulated sleds. */
    architectures: json<Architecture[]>().nullable(),
    policy_kind: text<Wire<'SledPolicy'>['kind']>(),
    provision_policy: text<Wire<'SledProvisionPolicy'>>(),
    state: text<Wire<'SledState'>>(),
    time_created: time(),
    time_modified: time(),
    /** Since when it has not answered. */
    time_unreachable: time().nullable(),
    /** Why it does not answer. */
    problem: text().nullable(),
  },
  { primary: ['id'], unique: [['part', 'serial']], index: [['rack_id', 'id']] },
)
