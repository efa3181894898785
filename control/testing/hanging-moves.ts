// Moves whose other host vanishes at the switch: the machine waits on the first one. Only who knows that the other one is off learns how it
// ended. Not for production code.
import { DriverError } from '#drivers/driver-error.ts'
import type { Migration, Migrations } from '#drivers/migrations.ts'

export function makeHangingMoves(state: Migration['state']): Migrations {
  const begun = new Set<string>()
  return {
    begin: async (_at, _to, id) => void begun.add(id),
    async find(_at, to_sled_id, id, how) {
      if (!how?.isOtherOff) {
        if (begun.has(id)) throw new DriverError('host', 'The host does not answer.')
        return undefined
      }
      return { id, to_sled_id, state, total: 0, remaining: 0 }
    },
    cancel: async () => undefined,
  }
}
