// Samples what is used now and then: of the fleet, which no write counts, and of silos in which nothing changes.
import { FLEET_ID } from '../people/authz.ts'
import type { Host } from '../frame/context.ts'
import { sample, type Amount } from '../silo/usage.ts'
import type { Loop } from './loop.ts'

const EVERY = 60_000
/** A line on a chart needs a point now and then; a row a minute for each silo would only fill the table. */
const QUIET = 15 * 60_000
/** A transaction over all silos would hold up everybody's writes meanwhile. */
const TOGETHER = 100

export const usageLoop = (host: Host): Loop => ({
  name: 'usage',
  every: EVERY,
  async step() {
    await sampleFleet(host)
    for (let after = ''; ;) {
      const all = host.db.read.selectFrom('silo_usage').selectAll()
      const silos = await all.where('silo_id', '>', after).orderBy('silo_id').limit(TOGETHER).execute()
      const due: string[] = []
      for (const silo of silos) if (await isDue(host, silo.silo_id, silo)) due.push(silo.silo_id)
      if (due.length > 0) await sampleSilos(host, due)
      if (silos.length < TOGETHER) return
      after = silos.at(-1)!.silo_id
    }
  },
})

type Level = Required<Amount>

async function isDue({ db, clock }: Host, subject_id: string, level: Level): Promise<boolean> {
  const samples = db.read.selectFrom('usage_sample').selectAll().where('subject_id', '=', subject_id)
  const last = await samples.orderBy('time', 'desc').limit(1).executeTakeFirst()
  const isSame = last?.cpus === level.cpus && last.memory === level.memory && last.storage === level.storage
  return !isSame || last.time < new Date(clock.now().getTime() - QUIET).toISOString()
}

async function sampleFleet(host: Host): Promise<void> {
  const { cpus, memory, storage } = await host.db.read
    .selectFrom('silo_usage')
    .select(({ fn }) => [fn.sum('cpus').as('cpus'), fn.sum('memory').as('memory'), fn.sum('storage').as('storage')])
    .executeTakeFirstOrThrow()
  // sums come as text from some engines, and as null where there is nothing
  const level = { cpus: Number(cpus), memory: Number(memory), storage: Number(storage) }
  if (!(await isDue(host, FLEET_ID, level))) return
  await host.db.transaction((tx) => sample({ db: tx, now: host.clock.now().toISOString() }, FLEET_ID, level))
}

/** Read anew: a write that was counted since must not be followed by what was true before it. */
function sampleSilos(host: Host, ids: string[]): Promise<void> {
  return host.db.transaction(async (tx) => {
    const ctx = { db: tx, now: host.clock.now().toISOString() }
    const silos = await tx.selectFrom('silo_usage').selectAll().where('silo_id', 'in', ids).execute()
    for (const { silo_id, ...level } of silos) await sample(ctx, silo_id, level)
  })
}
