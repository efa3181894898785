// A minimal host for tests: the real clock and the platform's randomness.
import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../frame/ports/clock.ts'
import type { Random } from '../frame/ports/host.ts'

export const clock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
}

export const random: Random = {
  uuid: () => crypto.randomUUID(),
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
}
