// Simulated machines and switches, and claims on import chunks that a replica is writing.
// Frozen: a migration never imports the current table declarations.
import { createTable } from '../create.ts'
import { boolean, integer, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const simulated_machine = table(
  'simulated_machine',
  { id: uuid(), changed_at: integer(), is_removed: boolean(), machine: json() },
  { primary: ['id'], index: [['changed_at']] },
)

const simulated_output = table(
  'simulated_output',
  {
    machine_id: uuid().references('simulated_machine', 'cascade'),
    generation: integer(),
    block: integer(),
    output: text(),
  },
  { primary: ['machine_id', 'generation', 'block'] },
)

const simulated_run = table(
  'simulated_run',
  { machine_id: uuid(), started_at: integer(), ended_at: integer(), sled_id: uuid(), run: json() },
  { primary: ['machine_id', 'started_at'], index: [['sled_id']] },
)

const simulated_past = table(
  'simulated_past',
  { id: integer(), recalled_until: integer().nullable() },
  { primary: ['id'] },
)

const simulated_switch = table(
  'simulated_switch',
  { rack_id: uuid(), location: text(), configuration: json() },
  { primary: ['rack_id', 'location'] },
)

const disk_import_claim = table(
  'disk_import_claim',
  {
    id: uuid(),
    disk_id: uuid().references('disk', 'cascade'),
    chunk_offset: integer(),
    chunk_length: integer(),
    time_expires: time(),
  },
  { primary: ['id'], index: [['disk_id']] },
)

export const migration: Migration = {
  name: '0010-replicas',
  async up(db, dialect) {
    const simulated = [simulated_machine, simulated_output, simulated_run, simulated_past, simulated_switch]
    const tables = [...simulated, disk_import_claim]
    for (const each of tables) await createTable(db, dialect, each)
  },
}
