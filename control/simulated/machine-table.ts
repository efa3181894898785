// Simulated machines with their console output, in the driver's own format. In the database, so that every replica has the same.
import type { StoredMachine } from '#drivers/simulated/machine.ts'
import type { EndedRun } from '#drivers/simulated/machine-store.ts'
import { boolean, integer, json, table, text, uuid } from '../db/define.ts'

export const simulated_machine = table(
  'simulated_machine',
  {
    id: uuid(),
    /** Milliseconds of the epoch; grows with every change. */
    changed_at: integer(),
    is_removed: boolean(),
    machine: json<StoredMachine>(),
  },
  { primary: ['id'], index: [['changed_at']] },
)

/** One row a block of output. */
export const simulated_output = table(
  'simulated_output',
  {
    machine_id: uuid().references('simulated_machine', 'cascade'),
    generation: integer(),
    block: integer(),
    /** In base64. */
    output: text(),
  },
  { primary: ['machine_id', 'generation', 'block'] },
)

/** When machines ran that were removed or replaced since. Their statistics can be recalled from it. */
export const simulated_run = table(
  'simulated_run',
  {
    machine_id: uuid(),
    /** Milliseconds of the epoch, both. */
    started_at: integer(),
    ended_at: integer(),
    sled_id: uuid(),
    run: json<Pick<EndedRun, 'spec' | 'seed' | 'resets'>>(),
  },
  { primary: ['machine_id', 'started_at'], index: [['sled_id']] },
)

/** At most one row. Without it no statistics are recalled. */
export const simulated_past = table(
  'simulated_past',
  {
    id: integer(),
    /** Milliseconds of the epoch. From then on samples are stored; null where none ever are. */
    recalled_until: integer().nullable(),
  },
  { primary: ['id'] },
)
