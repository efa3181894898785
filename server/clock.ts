// The machine's time, as the control plane sees it.
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Clock } from '#control/frame/ports.ts'

export const clock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
  breathe: () => setImmediate(),
}
