// What a host gives the control plane, as plain as a test can have it: the real clock, the platform's own chance.
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
