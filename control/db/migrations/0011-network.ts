// The wanted and the confirmed generation of each VPC's network, and what the simulated network was given.
// Frozen: a migration never imports the current table declarations.
import { sql } from 'kysely'
import { createTable } from '../create.ts'
import { integer, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const vpc_network = table(
  'vpc_network',
  { vpc_id: uuid(), wanted: integer(), in_force: integer(), time_wanted: time(), problem: text().nullable() },
  {
    primary: ['vpc_id'],
    index: [{ columns: ['vpc_id'], where: 'wanted > in_force', name: 'vpc_network_pending_index' }],
  },
)

const simulated_network = table(
  'simulated_network',
  { vpc_id: uuid(), generation: integer(), configuration: json() },
  { primary: ['vpc_id'] },
)

export const migration: Migration = {
  name: '0011-network',
  async up(db, dialect) {
    for (const each of [vpc_network, simulated_network]) await createTable(db, dialect, each)
    await sql`
      insert into vpc_network (vpc_id, wanted, in_force, time_wanted)
      select id, 1, 0, time_modified from vpc`.execute(db)
  },
}
