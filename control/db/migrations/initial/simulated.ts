// What only a simulated rack stores.
// Frozen: a migration never imports the current table declarations.
import { boolean, integer, json, table, text, uuid } from '../../define.ts'

export const simulated = [
  table(
    'simulated_machine',
    { id: uuid(), changed_at: integer(), is_removed: boolean(), machine: json() },
    { primary: ['id'], index: [['changed_at']] },
  ),
  table(
    'simulated_output',
    {
      machine_id: uuid().references('simulated_machine', 'cascade'),
      generation: integer(),
      block: integer(),
      output: text(),
    },
    { primary: ['machine_id', 'generation', 'block'] },
  ),
  table('simulated_past', { id: integer(), recalled_until: integer().nullable() }, { primary: ['id'] }),
  table(
    'simulated_run',
    { machine_id: uuid(), started_at: integer(), ended_at: integer(), sled_id: uuid(), run: json() },
    { primary: ['machine_id', 'started_at'], index: [['sled_id']] },
  ),
  table('simulated_network', { vpc_id: uuid(), generation: integer(), configuration: json() }, { primary: ['vpc_id'] }),
  table(
    'simulated_switch',
    { rack_id: uuid(), location: text(), configuration: json() },
    { primary: ['rack_id', 'location'] },
  ),
]
