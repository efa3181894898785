// A minimal host for tests: the real clock and the platform's randomness.
import { setTimeout } from 'node:timers/promises'
import type { Clock, Random } from '../frame/ports.ts'

export const clock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
}

export const random: Random = {
  uuid: () => crypto.randomUUID(),
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
}
