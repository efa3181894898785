// Lists: a page of 25 costs about the same out of a thousand rows and out of a million, and an authenticated page over HTTP is
// compared with a bare Node server that runs the same query and serializes the rows.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { listed } from '#control/compute/instance.ts'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { migrate } from '#control/db/migrate.ts'
import { makeControlPlane } from '#control/frame/control-plane.ts'
import { firstRun } from '#control/system/first-run.ts'
import { makeMemoryBundles } from '#control/system/support-bundle-store.ts'
import { SESSION_HEADER } from '#control/frame/ports.ts'
import { makeMemoryBlocks } from '#hypervisor/blocks-memory.ts'
import { makeSimulatedFabric } from '#hypervisor/simulated-fabric.ts'
import { makeSimulatedHardware } from '#hypervisor/simulated-hardware.ts'
import { makeSimulated } from '#hypervisor/simulated.ts'
import { clock } from '#server/clock.ts'
import { makeHost } from '#server/http/http.ts'
import { type Control, makeLocal } from '#server/http/local.ts'
import { makePasswords } from '#server/passwords.ts'
import { random } from '#server/random.ts'
import { type Pace, pace } from './load.ts'
import { median, report } from './table.ts'

const folder = mkdtempSync(join(tmpdir(), 'rackwright-bench-'))
const quiet = {
  info() {},
  warn() {},
  request() {},
  flush() {},
  error: (message: string, facts?: unknown) => console.error(message, facts),
}
const db = await openLibsql({ file: join(folder, 'rackwright.db') })
await migrate(db, clock.now())
const passwords = makePasswords({ memory: 1024, passes: 1 })
await firstRun({ db, clock, random, passwords, password: 'bench' })
const hypervisor = makeSimulated({ clock, random })
const blocks = makeMemoryBlocks(() => ({ update() {}, digest: () => '' }))
const decodeBase64 = (text: string) => Buffer.from(text, 'base64')
const plane = makeControlPlane({
  db,
  hypervisor,
  version: '0.0.0',
  bundles: makeMemoryBundles(),
  hardware: makeSimulatedHardware({ clock, sleds: 1 }),
  fabric: makeSimulatedFabric({ clock }),
  blocks,
  clock,
  random,
  passwords,
  decodeBase64,
  log: quiet,
})
const caller = { address: '127.0.0.1', secure: false }

async function send(method: string, path: string, body?: unknown, session?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const request = new Request(`http://bench${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
  return plane.fetch(request, { ...caller, session })
}

const login = await send('POST', '/v1/login/recovery/local', { username: 'admin', password: 'bench' })
const session = login.headers.get(SESSION_HEADER) ?? ''
for (const name of ['small', 'large']) await send('POST', '/v1/projects', { name, description: '' }, session)

const projectId = async (name: string) =>
  (await db.read.selectFrom('project').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

/** Straight into the table: a million through the API would measure the writes. */
async function fill(project: string, count: number): Promise<void> {
  const row = await db.read.selectFrom('project').selectAll().where('name', '=', project).executeTakeFirstOrThrow()
  const now = clock.now().toISOString()
  for (let at = 0; at < count; at += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - at) }, (_, i) => ({
      id: random.uuid(),
      project_id: row.id,
      silo_id: row.silo_id,
      name: `instance-${String(at + i).padStart(7, '0')}`,
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
    }))
    await db.transaction((tx) => tx.insertInto('instance').values(rows).execute())
  }
}

/** Processor time: what others on the machine take meanwhile is no part of what a page costs. */
async function pageTime(project: string, sort: string): Promise<number> {
  const first = await send('GET', `/v1/instances?project=${project}&limit=25&sort_by=${sort}`, undefined, session)
  const { next_page: begin } = (await first.json()) as { next_page: string }
  let next_page = begin
  let used = 0
  for (let i = 0; i < 400; i++) {
    const before = process.cpuUsage()
    const reply = await send('GET', `/v1/instances?limit=25&page_token=${next_page}`, undefined, session)
    const { items, next_page: next } = (await reply.json()) as { items: unknown[]; next_page: string | null }
    // at the end from the beginning again: an empty page costs next to nothing, and a thousand rows have few others
    const { user, system } = process.cpuUsage(before)
    used += user + system
    next_page = items.length === 25 && next !== null ? next : begin
  }
  return used / 400
}

async function listening(given: Server): Promise<Server> {
  await once(given.listen(0, '127.0.0.1'), 'listening')
  return given
}

await fill('small', 1000)
const served = (control: Control) =>
  listening(
    createServer(
      makeHost({ backend: makeLocal(control, quiet as never), pages: undefined as never, log: quiet as never, random })
        .listener,
    ),
  )
const server = await served(plane)
// the yardstick: the same query on the same database and the rows as JSON, without authentication, parsing or a router
const yardstick = new Libsql(join(folder, 'rackwright.db'))
const query = db.read
  .selectFrom('instance')
  .select(listed)
  .where('project_id', '=', await projectId('small'))
const { sql, parameters } = query.orderBy('instance.name', 'asc').limit(25).compile()
const statement = yardstick.prepare(sql)
const bare = await listening(
  createServer((_request, response) => {
    const text = JSON.stringify({ items: statement.all(parameters), next_page: null })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.end(text)
  }),
)
const port = (of: typeof server) => (of.address() as AddressInfo).port
const headers = { cookie: `session=${session}` }
const told = ({ rate, cost }: Pace) => `${rate.toFixed(0)}/s and ${cost.toFixed(3)} ms of processor time each`
const ratios: number[] = []
const costs: number[] = []
for (let i = 0; i < 3; i++) {
  const list = await pace({ port: port(server), path: '/v1/instances?project=small&limit=25', headers })
  const same = await pace({ port: port(bare), path: '/', headers })
  process.stdout.write(`  list ${told(list)}, bare server ${told(same)}\n`)
  ratios.push(list.rate / same.rate)
  costs.push(same.cost / list.cost)
}
server.close()
bare.close()
yardstick.close()

await fill('large', Number(process.env.ROWS ?? 1_000_000))
const sorts = ['name_ascending', 'name_descending', 'id_ascending']
const growth = []
const fresh: number[] = []
for (const sort of sorts) {
  const pairs: number[] = []
  for (let i = 0; i < 5; i++) {
    const [large, small] = [await pageTime('large', sort), await pageTime('small', sort)]
    fresh.push(small / 1000)
    pairs.push(large / small)
  }
  growth.push({
    what: `a page of 25 from a million against one from a thousand, ${sort}`,
    measured: median(pairs),
    atMost: 1.3,
  })
}
report('Lists', [
  {
    what: 'throughput of an authenticated page of 25 instances over HTTP against a bare server with the same query',
    measured: median(ratios),
    atLeast: 0.4,
  },
  { what: 'the same by processor time', measured: median(costs) },
  { what: 'processor time of a page without HTTP', measured: median(fresh), unit: ' ms' },
  ...growth,
])
await plane.stop()
await hypervisor.close()
await db.close()
rmSync(folder, { recursive: true, force: true })
