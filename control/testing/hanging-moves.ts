// Moves whose other host vanishes. Only who knows that the other one is off learns how it ended: `completed` if the machine waited on the
// first one for the switch, which forgets it then. Not for production code.
import { DriverError } from '#drivers/driver-error.ts'
import type { Machines } from '#drivers/machines.ts'
import type { Migration, Migrations } from '#drivers/migrations.ts'

export function makeHangingMoves(state: Migration['state'], machines: Pick<Machines, 'remove'>): Migrations {
  const begun = new Set<string>()
  return {
    begin: async (_at, _to, id) => void begun.add(id),
    async find(at, to_sled_id, id, how) {
      if (!how?.isOtherOff) {
        if (begun.has(id)) throw new DriverError('host', 'The host does not answer.')
        return undefined
      }
      if (state === 'completed') await machines.remove(at)
      return { id, to_sled_id, state, total: 0, remaining: 0 }
    },
    cancel: async () => undefined,
  }
}
