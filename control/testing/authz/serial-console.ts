// How the operations on the serial console are called by the authorization table's test.
import type { serialConsole as operations } from '#contract/serial-console.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject, signedIn } from '../authz-rules.ts'
import { atInstance, makeRunning } from './instance.ts'

export const serialConsole: Cases<keyof typeof operations> = {
  instance_serial_console: row({
    rule: inProject('viewer'),
    make: makeRunning,
    call: (_, made) => ({ ...atInstance(made), query: { from_start: '0' } }),
  }),
  // the handshake is answered first: who may not see the instance is told in the close frame (serial-console.spec.ts)
  instance_serial_console_stream: row({
    rule: signedIn,
    make: makeRunning,
    call: (_, made) => atInstance(made),
  }),
}
