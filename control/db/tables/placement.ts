// Where instances run and why, moves from one sled to another, and sleds that are being emptied.
import type { Wire } from '#contract/api.ts'
import { boolean, integer, table, text, time, uuid } from '../define.ts'

/** Why the machine of an instance is where it is. Written when it is placed. */
export const instance_placement = table(
  'instance_placement',
  {
    instance_id: uuid().references('instance', 'cascade'),
    sled_id: uuid(),
    reason: text(),
    time_placed: time(),
  },
  { primary: ['instance_id'] },
)

/** The last move of each instance. While it has not ended, the machine may be on either sled, and both are counted. */
export const instance_migration = table(
  'instance_migration',
  {
    id: uuid(),
    instance_id: uuid().references('instance', 'cascade'),
    /** The start that it belongs to. */
    generation: integer(),
    from_sled_id: uuid(),
    to_sled_id: uuid(),
    state: text<Wire<'InstanceMigration'>['state']>(),
    /** Why this sled was chosen. */
    placement: text(),
    total: integer(),
    remaining: integer(),
    /** Why it failed. */
    reason: text().nullable(),
    is_cancelled: boolean(),
    time_created: time(),
    /** When the driver was asked for the first time. From then on nothing else is done to the machine's disks. */
    time_begun: time().nullable(),
    time_ended: time().nullable(),
  },
  {
    primary: ['id'],
    unique: [['instance_id']],
    index: [{ columns: ['to_sled_id'], where: 'time_ended is null', name: 'instance_migration_active_index' }],
  },
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
