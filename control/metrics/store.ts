// Writes samples: sources, rows and partitions. samples.ts reads them.
import { CompiledQuery, sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { Level } from './levels.ts'
import type { Measurement } from './measure.ts'

export interface SampleRow {
  source_id: number
  sampled_at: number
  counting_since: number
  packed: string
}

type Dialect = Database['dialect']

/** Rows per statement. A statement is prepared once per size, so the rest is split into powers of two. */
const CHUNK_ROWS = 256
const COLUMNS = ['source_id', 'sampled_at', 'counting_since', 'packed'] as const
const statements = new Map<string, string>()

/** Built by hand, because Kysely would take longer to compile thousands of values than the database to insert them. */
function insertStatement(table: string, rows: number, dialect: Dialect): string {
  const key = `${table} ${rows} ${dialect}`
  let text = statements.get(key)
  if (text === undefined) {
    const place = (index: number) => (dialect === 'postgres' ? `$${index + 1}` : '?')
    const values = Array.from(
      { length: rows },
      (_, row) => `(${COLUMNS.map((_, column) => place(row * COLUMNS.length + column)).join(', ')})`,
    )
    const names = COLUMNS.map((name) => `"${name}"`).join(', ')
    text = `insert into "${table}" (${names}) values ${values.join(', ')} on conflict do nothing`
    statements.set(key, text)
  }
  return text
}

export async function insertSamples(
  tx: Tx,
  dialect: Dialect,
  { table }: Pick<Level, 'table'>,
  rows: readonly SampleRow[],
): Promise<void> {
  for (let at = 0, size = CHUNK_ROWS; at < rows.length; at += size) {
    while (size > rows.length - at) size /= 2
    const chunk = rows.slice(at, at + size)
    const parameters = chunk.flatMap((row) => COLUMNS.map((name) => row[name]))
    await tx.executeQuery(CompiledQuery.raw(insertStatement(table, size, dialect), parameters))
  }
}

/** For rows at these times. PostgreSQL refuses rows without a partition. SQLite has no partitions. */
export async function ensurePartitions(
  tx: Tx,
  dialect: Dialect,
  { table, partitionMs }: Level,
  times: Iterable<number>,
): Promise<void> {
  if (dialect !== 'postgres') return
  // two replicas that create the same partition concurrently would fail despite `if not exists`
  await sql`select pg_advisory_xact_lock(${sql.lit(PARTITION_LOCK)})`.execute(tx)
  for (const number of new Set([...times].map((time) => Math.floor(time / partitionMs)))) {
    const [low, high] = [number * partitionMs, (number + 1) * partitionMs]
    await sql`create table if not exists ${sql.table(partitionName(table, number))}
      partition of ${sql.table(table)} for values from (${sql.lit(low)}) to (${sql.lit(high)})`.execute(tx)
  }
}

/** An arbitrary number that no other program on the same database uses. */
const PARTITION_LOCK = 4_600_271_829

const partitionName = (table: string, number: number) => `${table}_p${number}`

/** Drops the partitions that end before this moment. */
export async function dropPartitions(db: Database, { table, partitionMs }: Level, before: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits
      join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where parent.relname = ${table}`.execute(db.read)
  const old = rows.filter(({ name }) => (Number(name.split('_p').at(-1)) + 1) * partitionMs <= before)
  for (const { name } of old) await db.transaction((tx) => sql`drop table if exists ${sql.table(name)}`.execute(tx))
}

/** The id of each source, by key; adds missing sources. */
export async function ensureSources(
  tx: Tx,
  measured: readonly Measurement[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (const { key, source, at } of measured) {
    const known = await tx
      .insertInto('metric_source')
      .values({ ...source, source_key: key, time_created: now.toISOString(), last_sampled: at })
      .onConflict((clash) => clash.columns(['target_name', 'part', 'source_key']).doUpdateSet({ last_sampled: at }))
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(key, known.id)
  }
  return ids
}

export async function touchSources(tx: Tx, ids: readonly number[], at: number): Promise<void> {
  for (let from = 0; from < ids.length; from += CHUNK_ROWS) {
    const some = ids.slice(from, from + CHUNK_ROWS)
    await tx.updateTable('metric_source').set({ last_sampled: at }).where('id', 'in', some).execute()
  }
}
