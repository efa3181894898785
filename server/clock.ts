// The control plane's clock: system time and timers.
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Clock } from '#control/frame/ports/clock.ts'

export const clock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
  breathe: () => setImmediate(),
}
