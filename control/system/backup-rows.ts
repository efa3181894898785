// Exports every row of the database as lines of text, and imports them. The format is the same for all engines, so a SQLite backup
// can be restored to PostgreSQL. The first line lists the migrations of the exported schema.
import { sql } from 'kysely'
import type { Database, Queries, Tx } from '../db/database.ts'
import type { Table } from '../db/define.ts'
import { migrate, migrations } from '../db/migrate.ts'
import { tables } from '../db/schema.ts'
import { LEVELS } from '../metrics/levels.ts'
import { ensurePartitions } from '../metrics/store.ts'

type Row = Record<string, unknown>
interface Header {
  format: number
  version: string
  migrations: string[]
}

const FORMAT = 1
const PAGE_ROWS = 1000
/** PostgreSQL accepts at most 65,535 parameters per statement, SQLite 32,766. */
const MAX_PARAMETERS = 30_000
/** Leases and troubles belong to a server that was running at backup time, and copies of disks to the backup. */
const SKIPPED = new Set(['lease', 'loop_trouble', 'disk_copy'])
const isSkipped = (table: string, row: Row) => table === 'volume' && row.owner === 'backup'

/** A backup that cannot be restored here; the message says why. */
export class BadBackup extends Error {}

export async function* dumpRows(view: Queries, version: string): AsyncGenerator<string> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(view)
  const header: Header = { format: FORMAT, version, migrations: rows.map(({ name }) => name) }
  yield JSON.stringify(header)
  for (const [name, table] of Object.entries<Table>(tables)) {
    if (SKIPPED.has(name)) continue
    for await (const row of rowsOf(view, name, table.primary))
      if (!isSkipped(name, row)) yield JSON.stringify([name, row])
  }
}

async function* rowsOf(view: Queries, table: string, primary: readonly string[]): AsyncGenerator<Row> {
  const key = sql.join(primary.map((column) => sql.ref(column)))
  for (let last: Row | undefined; ;) {
    const after = last && sql`where (${key}) > (${sql.join(primary.map((column) => last![column]))})`
    const { rows } = await sql<Row>`select * from ${sql.table(table)} ${after ?? sql``}
      order by ${key} limit ${sql.lit(PAGE_ROWS)}`.execute(view)
    yield* rows
    if (rows.length < PAGE_ROWS) return
    last = rows.at(-1)
  }
}

/**
 * Atomic, and only into an empty database, so that two installations never mix. `checkKey` gets what tells which secret key the
 * backup needs, and rejects if it is not there.
 */
export async function loadRows(
  db: Database,
  lines: AsyncIterable<string>,
  now: Date,
  checkKey: (sealed_check: string) => Promise<void>,
): Promise<void> {
  const reader = lines[Symbol.asyncIterator]()
  const { steps } = readHeader((await reader.next()).value)
  if (!(await isEmpty(db))) throw new BadBackup('the database is not empty')
  await migrate(db, now, steps)
  await db.transaction(async (tx) => {
    let batch: { table: string; rows: Row[] } = { table: '', rows: [] }
    for (let line = await reader.next(); !line.done; line = await reader.next()) {
      const [table, row] = JSON.parse(line.value) as [string, Row]
      if (table === 'secret_key') await checkKey(String(row.sealed_check))
      if (table !== batch.table || (batch.rows.length + 1) * Object.keys(row).length > MAX_PARAMETERS) {
        await insert(tx, db.dialect, batch.table, batch.rows)
        batch = { table, rows: [] }
      }
      batch.rows.push(row)
    }
    await insert(tx, db.dialect, batch.table, batch.rows)
    if (db.dialect === 'postgres') await advanceCounters(tx)
  })
}

/** Whether loadRows could read these lines, as far as that can be told without a database. */
export async function checkRows(lines: AsyncIterable<string>): Promise<{ version: string; rows: number }> {
  let header: Header | undefined
  let rows = 0
  for await (const line of lines) {
    if (!header) header = readHeader(line).header
    else if (isRow(line)) rows++
    else throw new BadBackup(`row ${rows + 1} of the backup is damaged`)
  }
  if (!header) readHeader(undefined)
  return { version: header?.version ?? '', rows }
}

function isRow(line: string): boolean {
  try {
    const [table, row] = JSON.parse(line) as [string, Row]
    return Object.hasOwn(tables, table) && typeof row === 'object'
  } catch {
    return false
  }
}

/** A failed restore may have left empty tables. */
async function isEmpty(db: Database): Promise<boolean> {
  if ((await db.read.introspection.getTables()).length === 0) return true
  return (await db.read.selectFrom('silo').select('id').limit(1).execute()).length === 0
}

/** With the migrations that create the exported schema. */
function readHeader(line: string | undefined) {
  const header = parseHeader(line)
  const steps = migrations.filter(({ name }) => header.migrations.includes(name))
  const unknown = header.migrations.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0)
    throw new BadBackup(`the backup was made by a newer version, ${header.version}: it has ${unknown.join(', ')}`)
  return { header, steps }
}

function parseHeader(line: string | undefined): Header {
  try {
    const header = JSON.parse(line ?? '') as Partial<Header>
    if (header.format === FORMAT && Array.isArray(header.migrations)) return header as Header
  } catch {
    // reported below
  }
  throw new BadBackup('this is not a backup that this version can read')
}

async function insert(tx: Tx, dialect: Database['dialect'], table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const level = LEVELS.find((each) => each.table === table)
  if (level) {
    const times = rows.map((row) => Number(row.sampled_at))
    // a batch can span months, and most partitions in between are not needed
    await ensurePartitions(tx, dialect, level, times)
  }
  await tx
    .insertInto(table as 'silo')
    .values(rows as never)
    .execute()
}

/** Restored rows have their own numbers; new ones must not repeat them. */
async function advanceCounters(tx: Tx): Promise<void> {
  for (const [name, table] of Object.entries<Table>(tables)) {
    for (const [column, { kind }] of Object.entries(table.columns)) {
      if (kind !== 'serial') continue
      await sql`select setval(pg_get_serial_sequence(${sql.lit(`"${name}"`)}, ${sql.lit(column)}),
        (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(name)}), false)`.execute(tx)
    }
  }
}
