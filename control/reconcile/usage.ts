// Periodic usage samples of the fleet and its silos for times without changes. Changes are sampled as they happen.
import { FLEET_ID } from '../frame/authz.ts'
import type { Host } from '../frame/context.ts'
import { fleetLevel, sample, type Amount } from '../frame/usage.ts'
import { notePass } from '../metrics/sampled-periods.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 60_000
/** Charts need an occasional point; one per minute and silo would only fill the table. */
const MAX_GAP_MS = 15 * 60_000
/** A single transaction over all silos would delay other writes. */
const BATCH_SIZE = 100

export const usageLoop = (host: Host): Loop => ({
  name: 'usage',
  every: INTERVAL_MS,
  async step() {
    // thirty days of a demo world pass in seconds, and it was never off
    if (!host.sealsNoAuditLog) await notePass(host)
    await sampleFleet(host)
    for (let after = ''; ;) {
      const all = host.db.read.selectFrom('silo_usage').selectAll()
      const silos = await all.where('silo_id', '>', after).orderBy('silo_id').limit(BATCH_SIZE).execute()
      const due: string[] = []
      for (const silo of silos) if (await isDue(host, silo.silo_id, silo)) due.push(silo.silo_id)
      if (due.length > 0) await sampleSilos(host, due)
      if (silos.length < BATCH_SIZE) return
      after = silos.at(-1)!.silo_id
    }
  },
})

type Level = Required<Amount>

async function isDue({ db, clock }: Host, subject_id: string, level: Level): Promise<boolean> {
  const samples = db.read.selectFrom('usage_sample').selectAll().where('subject_id', '=', subject_id)
  const last = await samples.orderBy('time', 'desc').limit(1).executeTakeFirst()
  const isSame = last?.cpus === level.cpus && last.memory === level.memory && last.storage === level.storage
  return !isSame || last.time < new Date(clock.now().getTime() - MAX_GAP_MS).toISOString()
}

async function sampleFleet(host: Host): Promise<void> {
  if (!(await isDue(host, FLEET_ID, await fleetLevel(host.db.read)))) return
  await host.db.transaction(async (tx) =>
    sample({ db: tx, now: host.clock.now().toISOString() }, FLEET_ID, await fleetLevel(tx)),
  )
}

/** Rereads inside the transaction, so that a stale level never follows a newer one. */
function sampleSilos(host: Host, ids: string[]): Promise<void> {
  return host.db.transaction(async (tx) => {
    const ctx = { db: tx, now: host.clock.now().toISOString() }
    const silos = await tx.selectFrom('silo_usage').selectAll().where('silo_id', 'in', ids).execute()
    for (const { silo_id, ...level } of silos) await sample(ctx, silo_id, level)
  })
}
