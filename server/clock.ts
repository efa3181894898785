// The machine's time, as the control plane sees it. An aborted sleep rejects, so that a loop cannot mistake it for a finished one.
import { setTimeout } from 'node:timers/promises'
import type { Clock } from '#control/ports.ts'

export const clock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
}
