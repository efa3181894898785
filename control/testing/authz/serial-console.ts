// Authorization test cases for the serial console.
import type { consoleRun } from '#contract/console-run.ts'
import type { serialConsole as operations } from '#contract/serial-console.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import type { Named, Prepared } from '../authz-world.ts'
import { atInstance, makeInstance, makeRunning } from './instance.ts'

/** An instance with one recorded run. */
async function makeRecorded(w: Prepared): Promise<Named> {
  const made = await makeInstance(w)
  const time = w.world.clock.now().toISOString()
  const run = {
    instance_id: made.id,
    generation: 1,
    time_started: time,
    time_ended: time,
    end_state: 'stopped',
  } as const
  await w.world.host.db.transaction((tx) =>
    tx
      .insertInto('console_run')
      .values({ ...run, end_reason: null, first_byte: 0, end_byte: 2, data: 'aGk=' })
      .execute(),
  )
  return made
}

export const serialConsole: Cases<keyof typeof operations | keyof typeof consoleRun> = {
  console_run_list: row({ rule: inProject('viewer'), make: makeRecorded, call: (_, made) => atInstance(made) }),
  console_run_view: row({
    rule: inProject('viewer'),
    make: makeRecorded,
    call: (_, made) => ({ ...atInstance(made), path: { instance: made.id, generation: '1' } }),
  }),
  instance_serial_console: row({
    rule: inProject('viewer'),
    make: makeRunning,
    call: (_, made) => ({ ...atInstance(made), query: { from_start: '0' } }),
  }),
  // who watches can also type
  instance_serial_console_stream: row({
    rule: inProject('collaborator'),
    make: makeRunning,
    call: (_, made) => atInstance(made),
  }),
}
