// Drops samples that are past their retention. PostgreSQL drops whole partitions; SQLite deletes a few rows at a time.
import type { Host } from '../frame/context.ts'
import { LEVELS, QUARTERS, type Level } from './levels.ts'
import { dropPartitions } from './store.ts'

const SOURCES_AT_ONCE = 200
/** How far last_sampled may lag behind. */
const MAX_LAG_MS = 30 * 60_000

export async function dropOldSamples(host: Host): Promise<void> {
  const { db } = host
  const now = host.clock.now().getTime()
  for (const level of LEVELS) {
    const before = now - level.keepMs
    if (db.dialect === 'postgres') await dropPartitions(db, level, before)
    else await deleteSamples(host, level, before)
  }
  await deleteSources(host, now - QUARTERS.keepMs - QUARTERS.partitionMs)
}

/** Also deletes remaining samples, which a server that was down for long may not have deleted yet. */
async function deleteSources({ db }: Host, before: number): Promise<void> {
  for (;;) {
    const sources = await db.read
      .selectFrom('metric_source')
      .select('id')
      .where('last_sampled', '<', before)
      .orderBy('last_sampled')
      .limit(SOURCES_AT_ONCE)
      .execute()
    if (sources.length === 0) return
    const ids = sources.map(({ id }) => id)
    await db.transaction(
      async (tx) => {
        for (const { table } of LEVELS) await tx.deleteFrom(table).where('source_id', 'in', ids).execute()
        await tx.deleteFrom('metric_source').where('id', 'in', ids).execute()
      },
      { durable: false, quiet: true },
    )
  }
}

/** Called every minute, so that each call deletes few rows per source. */
async function deleteSamples({ db }: Host, { table, partitionMs }: Level, before: number): Promise<void> {
  for (let after = 0; ;) {
    const sources = await db.read
      .selectFrom('metric_source')
      .select('id')
      .where('id', '>', after)
      // the rows of other sources are already deleted
      .where('last_sampled', '>=', before - MAX_LAG_MS - partitionMs)
      .orderBy('id')
      .limit(SOURCES_AT_ONCE)
      .execute()
    const ids = sources.map(({ id }) => id)
    if (ids.length > 0)
      await db.transaction(
        (tx) => tx.deleteFrom(table).where('source_id', 'in', ids).where('sampled_at', '<', before).execute(),
        { durable: false, quiet: true },
      )
    if (ids.length < SOURCES_AT_ONCE) return
    after = ids.at(-1)!
  }
}
