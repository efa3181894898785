// Samples what is used now and then: of the fleet, which no write counts, and of silos in which nothing changes.
import { FLEET_ID } from '../authz.ts'
import type { Host } from '../context.ts'
import { sample } from '../usage.ts'
import type { Loop } from './loop.ts'

const EVERY = 60_000
/** A line on a chart needs a point now and then; a row a minute for each silo would only fill the table. */
const QUIET = 15 * 60_000

export const usageLoop = (host: Host): Loop => ({
  name: 'usage',
  every: EVERY,
  async step() {
    const now = host.clock.now()
    const before = new Date(now.getTime() - QUIET).toISOString()
    await host.db.transaction(async (tx) => {
      const ctx = { db: tx, now: now.toISOString() }
      const silos = await tx.selectFrom('silo_usage').selectAll().execute()
      const sum = (of: 'cpus' | 'memory' | 'storage') => silos.reduce((total, silo) => total + silo[of], 0)
      const fleet = { silo_id: FLEET_ID, cpus: sum('cpus'), memory: sum('memory'), storage: sum('storage') }
      for (const { silo_id, ...level } of [fleet, ...silos]) {
        const last = await tx
          .selectFrom('usage_sample')
          .selectAll()
          .where('subject_id', '=', silo_id)
          .orderBy('time', 'desc')
          .limit(1)
          .executeTakeFirst()
        const same = last?.cpus === level.cpus && last.memory === level.memory && last.storage === level.storage
        if (!same || last.time < before) await sample(ctx, silo_id, level)
      }
    })
  },
})
