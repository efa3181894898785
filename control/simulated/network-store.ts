// The simulated network in the database: every replica finds the same VPCs in it.
import type { NetworkStore } from '#drivers/simulated/network.ts'
import type { Database } from '../db/database.ts'

/** What is lost in a power cut is applied again. */
const OPTIONS = { quiet: true, durable: false }

export function makeNetworkStore(db: Database): NetworkStore {
  return {
    async find(vpc_id) {
      const row = db.read.selectFrom('simulated_network').select('configuration').where('vpc_id', '=', vpc_id)
      return (await row.executeTakeFirst())?.configuration
    },
    list: () => db.read.selectFrom('simulated_network').select(['vpc_id', 'generation']).execute(),
    async put(network) {
      const row = { vpc_id: network.id, generation: network.generation, configuration: network }
      await db.transaction(
        (tx) =>
          tx
            .insertInto('simulated_network')
            .values(row)
            .onConflict((known) =>
              known
                .column('vpc_id')
                .doUpdateSet({ generation: row.generation, configuration: network })
                .where('simulated_network.generation', '<=', row.generation),
            )
            .execute(),
        OPTIONS,
      )
    },
    async remove(vpc_id) {
      await db.transaction((tx) => tx.deleteFrom('simulated_network').where('vpc_id', '=', vpc_id).execute(), OPTIONS)
    },
  }
}
