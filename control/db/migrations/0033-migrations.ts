// Why instances are where they are, their moves from one sled to another, and sleds that are being emptied.
// Frozen: a migration never imports the current table declarations.
import { createTable } from '../create.ts'
import { boolean, integer, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const placement = table(
  'instance_placement',
  {
    instance_id: uuid().references('instance', 'cascade'),
    sled_id: uuid(),
    reason: text(),
    time_placed: time(),
  },
  { primary: ['instance_id'] },
)

const migrations = table(
  'instance_migration',
  {
    id: uuid(),
    instance_id: uuid().references('instance', 'cascade'),
    generation: integer(),
    from_sled_id: uuid(),
    to_sled_id: uuid(),
    state: text(),
    placement: text(),
    total: integer(),
    remaining: integer(),
    reason: text().nullable(),
    is_cancelled: boolean(),
    time_created: time(),
    time_begun: time().nullable(),
    time_ended: time().nullable(),
  },
  {
    primary: ['id'],
    unique: [['instance_id']],
    index: [{ columns: ['to_sled_id'], where: 'time_ended is null', name: 'instance_migration_active_index' }],
  },
)

const drain = table(
  'sled_drain',
  {
    id: uuid(),
    sled_id: uuid().references('sled', 'cascade'),
    state: text(),
    time_started: time(),
    time_ended: time().nullable(),
  },
  { primary: ['id'], unique: [['sled_id']] },
)

const drainInstance = table(
  'sled_drain_instance',
  {
    drain_id: uuid().references('sled_drain', 'cascade'),
    instance_id: uuid().references('instance', 'cascade'),
    state: text(),
    to_sled_id: uuid().nullable(),
    migration_id: uuid().nullable(),
    reason: text().nullable(),
  },
  { primary: ['drain_id', 'instance_id'], index: [['instance_id']] },
)

export const migration: Migration = {
  name: '0033-migrations',
  async up(db, dialect) {
    for (const each of [placement, migrations, drain, drainInstance]) await createTable(db, dialect, each)
  },
}
