// Sleds: the servers of a rack that run instances, and which of them are being emptied.
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

/** The last time that each sled was drained. */
export const sled_drain = table(
  'sled_drain',
  {
    id: uuid(),
    sled_id: uuid().references('sled', 'cascade'),
    state: text<Wire<'SledDrain'>['state']>(),
    time_started: time(),
    time_ended: time().nullable(),
  },
  { primary: ['id'], unique: [['sled_id']] },
)

/** The instances that ran there when it began. */
export const sled_drain_instance = table(
  'sled_drain_instance',
  {
    drain_id: uuid().references('sled_drain', 'cascade'),
    instance_id: uuid().references('instance', 'cascade'),
    state: text<Wire<'SledDrainInstance'>['state']>(),
    to_sled_id: uuid().nullable(),
    migration_id: uuid().nullable(),
    /** Why it stays. */
    reason: text().nullable(),
  },
  { primary: ['drain_id', 'instance_id'], index: [['instance_id']] },
)
