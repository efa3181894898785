// Randomness from the operating system. Session tokens come from here, so it must not be predictable.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Random } from '#control/frame/ports/host.ts'

export const random: Random = {
  uuid: () => randomUUID(),
  bytes: (count) => new Uint8Array(randomBytes(count)),
}
