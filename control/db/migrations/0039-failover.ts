// Sleds that do not answer are fenced, and their instances start elsewhere.
// Frozen: a migration never imports the current table declarations.
import { addColumn, createTable } from '../create.ts'
import { boolean, integer, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const fence = table(
  'sled_fence',
  {
    sled_id: uuid().references('sled', 'cascade'),
    agent: text(),
    options: json(),
    secret_names: json(),
    secrets: text().nullable(),
    time_tested: time().nullable(),
    test_problem: text().nullable(),
    time_modified: time(),
  },
  { primary: ['sled_id'] },
)

const failover = table(
  'failover',
  {
    id: uuid(),
    sled_id: uuid().references('sled', 'cascade'),
    state: text(),
    waited_ms: integer(),
    time_observed: time(),
    attempt: integer(),
    time_attempted: time().nullable(),
    time_unreachable: time(),
    time_fencing: time().nullable(),
    time_fenced: time().nullable(),
    fenced_by: text().nullable(),
    time_restarted: time().nullable(),
    time_returned: time().nullable(),
    time_ended: time().nullable(),
    problem: text().nullable(),
    time_problem: time().nullable(),
  },
  { primary: ['id'], unique: [['sled_id']] },
)

const instance = table(
  'failover_instance',
  {
    failover_id: uuid().references('failover', 'cascade'),
    instance_id: uuid().references('instance', 'cascade'),
    state: text(),
    generation: integer(),
    to_sled_id: uuid().nullable(),
    reason: text().nullable(),
    time_restarted: time().nullable(),
  },
  { primary: ['failover_id', 'instance_id'], index: [['instance_id']] },
)

export const migration: Migration = {
  name: '0039-failover',
  async up(db, dialect) {
    await addColumn(db, dialect, 'rack', 'failover_enabled', boolean().nullable())
    await addColumn(db, dialect, 'rack', 'failover_wait_seconds', integer().nullable())
    await addColumn(db, dialect, 'instance', 'importance', text().nullable())
    for (const each of [fence, failover, instance]) await createTable(db, dialect, each)
  },
}
