// The configuration of simulated switches in the database: every replica reports the same links and sessions.
import type { SwitchAt } from '#drivers/fabric.ts'
import type { SwitchStore } from '#drivers/simulated/fabric.ts'
import type { Database, Queries } from '../db/database.ts'

const find = async (queries: Queries, { rack_id, location }: SwitchAt) => {
  const rows = queries.selectFrom('simulated_switch').select('configuration').where('rack_id', '=', rack_id)
  return (await rows.where('location', '=', location).executeTakeFirst())?.configuration
}

export function makeSwitchStore(db: Database): SwitchStore {
  return {
    find: (at) => find(db.read, at),
    async change(at, work) {
      const known = await find(db.read, at)
      if (isSame(work(known), known)) return
      const { rack_id, location } = at
      await db.transaction(
        async (tx) => {
          const configuration = work(await find(tx, at))
          await tx
            .insertInto('simulated_switch')
            .values({ rack_id, location, configuration })
            .onConflict((known) => known.columns(['rack_id', 'location']).doUpdateSet({ configuration }))
            .execute()
        },
        { quiet: true },
      )
    },
  }
}

/** Switches are configured every minute, nearly always as they are. */
const isSame = (one: object | undefined, other: object | undefined) => JSON.stringify(one) === JSON.stringify(other)
