// Authorization test cases for the serial console's stream with offsets.
import type { serialStream as operations } from '#contract/serial-stream.ts'
import { row, type Cases } from '../authz-row.ts'
import { signedIn } from '../authz-rules.ts'
import { atInstance, makeRunning } from './instance.ts'

export const serialStream: Cases<keyof typeof operations> = {
  // as for the published stream, callers who lack access learn it from the close frame (serial-stream.spec.ts)
  serial_stream: row({ rule: signedIn, make: makeRunning, call: (_, made) => atInstance(made) }),
}
