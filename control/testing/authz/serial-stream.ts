// Authorization test cases for the serial console's stream with offsets.
import type { serialStream as operations } from '#contract/serial-stream.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import { atInstance, makeRunning } from './instance.ts'

export const serialStream: Cases<keyof typeof operations> = {
  // who watches can also type
  serial_stream: row({ rule: inProject('collaborator'), make: makeRunning, call: (_, made) => atInstance(made) }),
}
