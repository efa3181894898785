// Compares what the network carries with what the tables say is in force, for the loop to apply the difference.
import type { Host } from '../frame/context.ts'

/** Also removes VPCs that no table knows. */
export async function compareNetworks({ db, network }: Pick<Host, 'db' | 'network'>): Promise<void> {
  // the network first: a VPC that is applied meanwhile then has a row when the rows are read, and is not removed
  const carried = new Map((await network.list()).map(({ vpc_id, generation }) => [vpc_id, generation]))
  const rows = await db.read.selectFrom('vpc_network').select(['vpc_id', 'wanted', 'in_force']).execute()
  const wrong = rows.filter(({ vpc_id, in_force }) => in_force !== (carried.get(vpc_id) ?? 0))
  for (const { vpc_id, wanted, in_force } of wrong) {
    const found = carried.get(vpc_id) ?? 0
    // a newer generation than wanted is one from before the database was restored from a backup: only a newer one replaces it
    const changes = { in_force: found, wanted: found > wanted ? found + 1 : wanted }
    await db.transaction(
      (tx) =>
        tx
          .updateTable('vpc_network')
          .set(changes)
          .where('vpc_id', '=', vpc_id)
          .where('wanted', '=', wanted)
          .where('in_force', '=', in_force)
          .execute(),
      { quiet: true },
    )
  }
  const known = new Set(rows.map(({ vpc_id }) => vpc_id))
  for (const vpc_id of carried.keys()) if (!known.has(vpc_id)) await network.remove(vpc_id)
}
