// The size of a simulated rack follows from what the database knows of it, so that a start with a smaller number, or without one,
// does not take away sleds that instances run on.
import { SPARES, sledsUpTo } from '#drivers/simulated/hardware.ts'
import type { Database } from '../db/database.ts'

/** How many sleds are in service: those that were at any earlier start, or more if wanted. */
export async function sledsInService(db: Database, wanted: number): Promise<number> {
  const known = await Promise.all(
    (['sled', 'uninitialized_sled'] as const).map((table) =>
      db.read.selectFrom(table).select(['part', 'serial']).execute(),
    ),
  )
  return known.flat().reduce((most, sled) => Math.max(most, sledsUpTo(sled) - SPARES), wanted)
}
