// Authorization test cases for the serial console's stream with offsets, and for the screen.
import type { screen } from '#contract/screen.ts'
import type { serialStream } from '#contract/serial-stream.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject } from '../authz-rules.ts'
import type { Prepared } from '../authz-world.ts'
import { atInstance, makeRunning } from './instance.ts'

/** Simulated machines have none, so this one stays dark. */
const darkScreen = {
  read: () => new Promise<never>(() => undefined),
  write: async () => undefined,
  close: () => undefined,
}

async function makeScreen(w: Prepared) {
  w.world.host.machines.screen = async () => darkScreen
  return makeRunning(w)
}

export const streams: Cases<keyof typeof serialStream | keyof typeof screen> = {
  // who watches can also type
  serial_stream: row({ rule: inProject('collaborator'), make: makeRunning, call: (_, made) => atInstance(made) }),
  instance_screen: row({ rule: inProject('collaborator'), make: makeScreen, call: (_, made) => atInstance(made) }),
}
