// A demo world as a file: the rows of every table and the first bytes of every volume. Rows rather than a database file: they fit every
// engine and compress well. The preview has a database file instead, which opens faster: see preview/world-file.ts.
import { sql } from 'kysely'
import type { BlockStore } from '#drivers/blocks.ts'
import type { Database, Tx } from '../db/database.ts'
import { tables } from '../db/schema.ts'
import type { Table } from '../db/define.ts'
import type { Sealer } from '../frame/ports/secrets.ts'
import { purposeOf } from '../frame/sealer.ts'
import { FIRST_USER } from '../system/first-run.ts'
import { planAnew } from '../compute/protection-policy/run.ts'
import { shifterOf } from '../simulated/shift.ts'

type TableName = keyof typeof tables
type Row = Record<string, unknown>

/** In the rack of the demo world, all in service. */
export const SLEDS = 32

export interface DemoWorld {
  /** Names the build: a browser that kept another one starts over. */
  version: string
  /** The moment that becomes now. ISO. */
  end: string
  tables: { name: TableName; columns: string[]; rows: unknown[][] }[]
  /** `head` is base64; the rest of the volume is zeroes. */
  volumes: { id: string; size: number; head: string }[]
}

/** What only concerns the process that built the world. Samples are computed, not shipped: see drivers/recall.ts. */
const LEFT_OUT: ReadonlySet<TableName> = new Set([
  'session',
  'login_attempt',
  'saml_assertion',
  'lease',
  'loop_trouble',
  'data_directory',
  'secret_key',
  'simulated_past',
  'metric_sample',
  'metric_sample_minute',
  'metric_sample_quarter',
])
/** Images are imported with less than this, and nothing else writes. */
const HEAD_BYTES = 512
const ROWS_AT_ONCE = 50

const columnsOf = (name: TableName) => (tables[name] as Table).columns
const keysOf = (name: TableName) => (tables[name] as Table).primary

export async function captureWorld(
  { db, blocks }: { db: Database; blocks: BlockStore },
  { version, end }: Pick<DemoWorld, 'version' | 'end'>,
): Promise<DemoWorld> {
  const captured: DemoWorld['tables'] = []
  for (const name of (Object.keys(tables) as TableName[]).filter((each) => !LEFT_OUT.has(each))) {
    const columns = Object.keys(columnsOf(name))
    const found = sql<Row>`select * from ${sql.table(name)} order by ${sql.join(keysOf(name).map((key) => sql.ref(key)))}`
    const { rows } = await found.execute(db.read)
    captured.push({ name, columns, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) })
  }
  const volumes = await blocks.list()
  const heads = volumes.map(async ({ id, size }) => {
    const bytes = await blocks.read(id, 0, Math.min(size, HEAD_BYTES))
    return { id, size, head: bytes.some((byte) => byte !== 0) ? btoa(String.fromCharCode(...bytes)) : '' }
  })
  return { version, end, tables: captured, volumes: await Promise.all(heads) }
}

interface RestoreOptions {
  /** The times of all rows are shifted so that the world ends now. */
  now: Date
  adminPasswordHash: string | undefined
  /** Metrics up to now are always recalled. Later ones can be stored or recalled too. */
  storesNoSamples: boolean
  /** The sealer of the host: what the builder sealed cannot be opened by anyone. */
  sealer?: Sealer | undefined
}

/** Into a new database, in one transaction: a crash leaves it new. */
export async function restoreRows(
  db: Database,
  world: DemoWorld,
  { now, adminPasswordHash, storesNoSamples, sealer }: RestoreOptions,
): Promise<void> {
  const shift = now.getTime() - Date.parse(world.end)
  await db.transaction(async (tx) => {
    for (const { name, columns, rows } of world.tables) {
      const shifters = columns.map((column) => shifterOf(name, column, shift))
      const objects = rows.map((row) => Object.fromEntries(columns.map((column, n) => [column, shifters[n]!(row[n])])))
      if (name === 'silo_user' && adminPasswordHash !== undefined) setPassword(objects, adminPasswordHash)
      if (name === 'webhook_secret' && sealer) await sealSecrets(objects, sealer)
      for (let at = 0; at < objects.length; at += ROWS_AT_ONCE)
        await tx
          .insertInto(name)
          .values(objects.slice(at, at + ROWS_AT_ONCE) as never)
          .execute()
      if (db.dialect === 'postgres') await continueSerial(tx, name)
    }
    // policies run at times of day, which the shift has moved
    await planAnew(tx, now)
    await recallUntil(tx, storesNoSamples ? null : now.getTime())
  })
}

/** Empties the tables that a world leaves out. */
export async function dropLeftOut(db: Database): Promise<void> {
  const dropped = [...LEFT_OUT].filter((name) => name !== 'simulated_past')
  await db.transaction(async (tx) => {
    for (const name of dropped) await tx.deleteFrom(name).execute()
  })
}

/** Null: for ever. */
export async function recallUntil(tx: Tx, recalled_until: number | null): Promise<void> {
  await tx.insertInto('simulated_past').values({ id: 1, recalled_until }).execute()
}

function setPassword(users: Row[], password_hash: string): void {
  const admin = users.find(({ external_id }) => external_id === FIRST_USER)
  if (admin) Object.assign(admin, { password_hash })
}

/** With any text: whoever wants to check signatures adds a secret of their own. */
async function sealSecrets(secrets: Row[], sealer: Sealer): Promise<void> {
  for (const row of secrets) {
    const id = row.id as string
    row.secret = await sealer.seal(id, purposeOf('webhook_secret.secret', id))
  }
}

/** PostgreSQL does not notice numbers that were given. */
async function continueSerial(tx: Tx, name: TableName): Promise<void> {
  const serial = Object.entries(columnsOf(name)).find(([, { kind }]) => kind === 'serial')?.[0]
  if (!serial) return
  await sql`select setval(pg_get_serial_sequence(${name}, ${serial}), max(${sql.ref(serial)})) from ${sql.table(name)}`.execute(
    tx,
  )
}

/** Before the rows: disks must find their bytes. May be repeated. */
export async function restoreVolumes(
  blocks: BlockStore,
  { volumes }: Pick<DemoWorld, 'volumes'>,
  decodeBase64: (text: string) => Uint8Array,
): Promise<void> {
  for (const { id, size, head } of volumes) {
    await blocks.create(id, size)
    if (head) await blocks.write(id, 0, decodeBase64(head))
  }
}
