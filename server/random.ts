// Chance from the operating system: session tokens come from here, so nothing predictable may.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Random } from '#control/frame/ports.ts'

export const random: Random = {
  uuid: () => randomUUID(),
  bytes: (count) => new Uint8Array(randomBytes(count)),
}
