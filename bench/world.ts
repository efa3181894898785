// A control plane in this process, on a database file or on PostgreSQL, with projects to fill. For benches that need more rows than
// the API could write in reasonable time.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { openPostgres } from '#control/db/engines/postgres.ts'
import { testingSealer } from '#control/testing/ports.ts'
import { migrate } from '#control/db/migrate.ts'
import type { Host } from '#control/frame/context.ts'
import { makeControlPlane } from '#control/plane/control-plane.ts'
import { firstRun } from '#control/system/first-run.ts'
import { registerHardware } from '#control/system/inventory.ts'
import { makeMemoryBundles } from '#control/frame/support-bundle-store.ts'
import { SESSION_HEADER } from '#control/frame/ports/caller.ts'
import type { Passwords } from '#control/frame/ports/secrets.ts'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import { makeSimulatedRack } from '#drivers/simulated/rack.ts'
import { clock } from '#server/clock.ts'
import { tuneGarbageCollection } from '#server/garbage.ts'
import { makeHost } from '#server/http/http.ts'
import { makeLocal } from '#server/http/local.ts'
import { makePasswords } from '#server/passwords.ts'
import { random } from '#server/random.ts'
import { startPostgres } from '../scripts/postgres.mjs'

/** A random UUID, of version 4 as the API's are. */
const NEW_ID = {
  sqlite: sql`printf('%s-%s-4%s-8%s-%s', lower(hex(randomblob(4))), lower(hex(randomblob(2))),
    substr(lower(hex(randomblob(2))), 2), substr(lower(hex(randomblob(2))), 2), lower(hex(randomblob(6))))`,
  postgres: sql`gen_random_uuid()`,
}

/** False once a bench closes its world. */
let isOpen = true
const log = {
  info() {},
  warn() {},
  request() {},
  flush() {},
  // requests that are under way at the end fail, and that is no news
  error: (message: string, facts?: unknown) => void (isOpen && console.error(message, facts)),
}

async function listening(given: Server): Promise<number> {
  // on a busy machine, a client can be slower than Node's five seconds to send its next request
  given.keepAliveTimeout = 60_000
  await once(given.listen(0, '127.0.0.1'), 'listening')
  return (given.address() as AddressInfo).port
}

export type DatabaseName = 'SQLite' | 'PostgreSQL'

interface BenchOptions {
  database?: DatabaseName
  /** Cheap unless logins are what is measured. */
  passwords?: Passwords
  sleds?: number
  /** The speed of the simulated machines. */
  speed?: number
  /** False: nothing runs in the background, for benches that run a loop themselves. */
  hasLoops?: boolean
  /** Parts to use instead. */
  host?: Partial<Host>
}

/** `file` is that of SQLite. */
async function openDatabase(name: DatabaseName, file: string) {
  if (name === 'SQLite') return { db: await openLibsql({ file }), remove: async () => undefined }
  const { url, stop } = await startPostgres({ isDurable: true })
  return { db: await openPostgres({ url, clock, random }), remove: stop }
}

export async function openBench({
  database = 'SQLite',
  passwords = makePasswords({ memory: 1024, passes: 1 }),
  sleds = 1,
  speed = 1,
  hasLoops = true,
  host: given = {},
}: BenchOptions = {}) {
  isOpen = true
  tuneGarbageCollection()
  const folder = mkdtempSync(join(tmpdir(), 'rackwright-bench-'))
  const file = join(folder, 'rackwright.db')
  const { db, remove } = await openDatabase(database, file)
  await migrate(db, clock.now())
  await firstRun({ db, clock, random, passwords, password: 'bench' })
  const volumes = makeMemoryBlocks(() => ({ update() {}, digest: () => '' }))
  const rack = makeSimulatedRack({ clock, random, sleds, speed, volumes })
  const host: Host = {
    ...rack,
    db,
    imageTools: { decompress: {} },
    version: '0.0.0',
    bundles: makeMemoryBundles(),
    clock,
    random,
    passwords,
    sealer: testingSealer,
    decodeBase64: (text) => Buffer.from(text, 'base64'),
    log,
    ...given,
  }
  const plane = makeControlPlane(host)
  if (hasLoops) await plane.start()
  else await registerHardware(host)
  const backend = makeLocal(plane, log as never)
  const server = createServer(makeHost({ backend, pages: undefined as never, log: log as never, random }).listener)

  async function send(method: string, path: string, body?: unknown, session?: string): Promise<Response> {
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`http://bench${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
    return plane.fetch(request, { address: '127.0.0.1', secure: false, session })
  }

  const login = await send('POST', '/v1/login/recovery/local', { username: 'admin', password: 'bench' })
  const session = login.headers.get(SESSION_HEADER) ?? ''
  for (const name of ['small', 'medium', 'large'])
    await send('POST', '/v1/projects', { name, description: '' }, session)

  /** Copies one row inside the database: a million through the API, or even one by one, would take minutes. */
  async function fill(project: string, count: number): Promise<void> {
    const { id: project_id, silo_id } = await db.read
      .selectFrom('project')
      .select(['id', 'silo_id'])
      .where('name', '=', project)
      .executeTakeFirstOrThrow()
    const now = clock.now().toISOString()
    const shared = {
      project_id,
      silo_id,
      description: 'one of many',
      hostname: 'many',
      ncpus: 2,
      memory: 2 ** 32,
      user_data: '',
      run_state: 'stopped' as const,
      time_run_state_updated: now,
      generation: 0,
      time_created: now,
      time_modified: now,
    }
    const id = random.uuid()
    const columns = sql.join(Object.keys(shared).map((column) => sql.ref(column)))
    await db.transaction(async (tx) => {
      // SQLite's 2 MB would be written out and read back again and again
      if (db.dialect === 'sqlite') await sql`pragma cache_size = -500000`.execute(tx)
      await tx
        .insertInto('instance')
        .values({ ...shared, id, name: 'instance-0000000' })
        .execute()
      await sql`insert into instance (id, name, ${columns})
        with recursive series (number) as
          (select 1 union all select number + 1 from series where number < ${sql.lit(count - 1)})
        select ${NEW_ID[db.dialect]}, 'instance-' || substr(cast(10000000 + number as text), 2), ${columns}
        from series cross join instance where instance.id = ${id} order by 1`.execute(tx)
      // as autovacuum would soon; SQLite plans without statistics
      if (db.dialect === 'postgres') await sql`analyze instance`.execute(tx)
    })
  }

  /** A user without a role, with the password `bench`. */
  async function addUser(external_id: string): Promise<void> {
    const body = { external_id, password: { mode: 'password', value: 'bench' } }
    const made = await send('POST', '/v1/system/identity-providers/local/users?silo=recovery', body, session)
    if (made.status !== 201) throw new Error(`creating a user answered ${made.status}`)
  }

  return {
    db,
    host,
    file,
    addUser,
    session,
    fill,
    /** As the session's user. */
    send: (method: string, path: string, body?: unknown) => send(method, path, body, session),
    get: (path: string) => send('GET', path, undefined, session),
    /** Serves it over HTTP and returns the port. */
    listen: () => listening(server),
    async close() {
      isOpen = false
      server.close()
      server.closeAllConnections()
      await plane.stop()
      await rack.machines.close()
      await db.close()
      await remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
