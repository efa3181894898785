// The contents of a support bundle: versions, configuration, log, events, database statistics, hardware. It contains no secrets:
// each part lists its columns explicitly, and free text passes through redact().
import { sql } from 'kysely'
import type { Host } from '../frame/context.ts'
import type { RowOf } from '../db/database.ts'
import { tables } from '../db/schema.ts'
import { withoutNames } from './support-bundle-names.ts'
import type { ZipFile } from './support-bundle-zip.ts'

const MAX_EVENTS = 20_000
const EVENT_BATCH = 500
const PIECE_CHARACTERS = 64 * 1024

const json = (name: string, value: unknown): ZipFile => ({ name, pieces: [`${JSON.stringify(value, null, 2)}\n`] })

export async function* bundleFiles(host: Host, bundle: RowOf<'support_bundle'>): AsyncGenerator<ZipFile> {
  const { db, diagnostics, version } = host
  const { id, reason_for_creation, time_created } = bundle
  yield json('bundle.json', { id, reason_for_creation, time_created, time_collected: host.clock.now().toISOString() })
  yield json('versions.json', { rackwright: version, ...diagnostics?.versions, ...(await databaseVersion(host)) })
  yield json('configuration.json', diagnostics?.configuration ?? {})
  yield { name: 'logs/server.log', pieces: cut(await withIds(host, redact(diagnostics?.log() ?? ''))) }
  yield { name: 'events.jsonl', pieces: events(host) }
  yield json('database.json', await databaseStatistics(host))
  for (const table of ['rack', 'sled', 'physical_disk', 'switch', 'uninitialized_sled'] as const)
    yield json(`hardware/${table.replaceAll('_', '-')}.json`, await db.read.selectFrom(table).selectAll().execute())
  yield json('system/leases.json', await db.read.selectFrom('lease').selectAll().orderBy('name').execute())
  yield json('system/instances.json', await countBy(host, 'instance', 'run_state'))
  yield json('system/volumes.json', await countBy(host, 'volume', 'volume_state'))
  yield json('system/target-release.json', await db.read.selectFrom('target_release').selectAll().execute())
}

/** Newest first. Everything appears by id only: not every reader of a bundle can see the names. */
async function* events({ db }: Host): AsyncGenerator<string> {
  let before = Number.MAX_SAFE_INTEGER
  for (let count = 0; count < MAX_EVENTS; count += EVENT_BATCH) {
    const rows = await db.read
      .selectFrom('event')
      .selectAll()
      .where('seq', '<', before)
      .orderBy('seq', 'desc')
      .limit(EVENT_BATCH)
      .execute()
    yield rows
      .map(
        (row) => `${JSON.stringify({ ...row, target_name: undefined, request_uri: undefined, reason: undefined })}\n`,
      )
      .join('')
    const last = rows.at(-1)
    if (!last || rows.length < EVENT_BATCH) return
    before = last.seq
  }
}

/** The log, with the names in its paths replaced. The event of a write has the id of its target. */
async function withIds({ db }: Host, log: string): Promise<string> {
  const events = await db.read
    .selectFrom('event')
    .select(['request_id', 'target_id'])
    .where('request_id', 'is not', null)
    .where('target_id', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(MAX_EVENTS)
    .execute()
  const ids = new Map(events.map(({ request_id, target_id }) => [request_id, target_id ?? undefined]))
  return log
    .split('\n')
    .map((line) => withoutNames(line, (requestId) => ids.get(requestId)))
    .join('\n')
}

async function databaseVersion({ db }: Host) {
  const query =
    db.dialect === 'sqlite'
      ? sql<{ version: string }>`select sqlite_version() as version`
      : sql<{ version: string }>`select version() as version`
  const { rows } = await query.execute(db.read)
  return { database: db.dialect, database_version: rows[0]?.version }
}

async function databaseStatistics({ db }: Host) {
  const bytes =
    db.dialect === 'sqlite'
      ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  const migrations = await sql<{ name: string; time_applied: string }>`
    select name, time_applied from migration order by name`.execute(db.read)
  const rows: Record<string, number> = {}
  for (const name of Object.keys(tables) as (keyof typeof tables)[]) {
    const count = db.read.selectFrom(name).select((is) => is.fn.countAll<number>().as('count'))
    rows[name] = Number((await count.executeTakeFirstOrThrow()).count)
  }
  return { bytes: Number((await bytes.execute(db.read)).rows[0]?.bytes), migrations: migrations.rows, rows }
}

async function countBy({ db }: Host, table: 'instance' | 'volume', column: 'run_state' | 'volume_state') {
  const { rows } = await sql<{ state: string; count: number }>`
    select ${sql.ref(column)} as state, count(*) as count from ${sql.table(table)} group by 1 order by 1`.execute(
    db.read,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}

function* cut(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) yield text.slice(at, at + PIECE_CHARACTERS)
}

const SECRETS: [RegExp, string][] = [
  // a log line has its line breaks escaped
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gs, '(private key)'],
  [/\brw-token-[0-9a-f]+/g, '(token)'],
  [/\b(bearer|basic) +[\w.~+/=-]+/gi, '$1 (redacted)'],
  [/"(session|cookie|password|secret|authorization)"\s*:\s*"(?:[^"\\]|\\.)*"/gi, '"$1":"(redacted)"'],
  [/\b(session|cookie|password|secret|authorization)("?\s*[=:]\s*"?)[^\s"',;]+/gi, '$1$2(redacted)'],
  [/(:\/\/[^\s:/@]+):[^\s@/]+@/g, '$1:(redacted)@'],
]

/** The log contains no secrets by design; this catches those that a library's error message may leak. */
export const redact = (text: string): string =>
  SECRETS.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text)
