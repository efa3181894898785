// Several server processes on one PostgreSQL and one data directory: any of them can serve any request, one is killed under load, and
// the database is restarted under load. REPLICA_ROUNDS repeats the last two (npm run test:replicas).
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { totpCode } from '#control/people/second-factor/totp.ts'
import { chosenEngines, onlyOn } from '#control/testing/engines.ts'
import { startPostgres } from '../scripts/postgres.mjs'
import { builtServer, cookieOf, startReplica, type Replica } from './testing-replicas.ts'

const on = onlyOn('postgres', chosenEngines())
const ROUNDS = Number(process.env.REPLICA_ROUNDS ?? 1)
const SLOW = { timeout: 60_000, interval: 100 }
const root = mkdtempSync(join(tmpdir(), 'rackwright-replicas-'))
const data = join(root, 'data')

let postgres: Awaited<ReturnType<typeof startPostgres>>
let server: string
let one: Replica
let two: Replica

const start = (directory = data) => startReplica(server, ['--data', directory, '--database-url', postgres.url])

beforeAll(async () => {
  ;[postgres, server] = await Promise.all([startPostgres(), builtServer()])
  // started concurrently, on an empty database and an empty directory
  ;[one, two] = await Promise.all([start(), start()])
  await one.logIn()
  two.cookie = one.cookie
  await one.ok('POST', '/v1/system/ip-pools', { name: 'external', description: '' })
  await two.ok('POST', '/v1/system/ip-pools/external/ranges/add', { first: '10.200.0.1', last: '10.200.15.254' })
  await one.ok('POST', '/v1/system/ip-pools/external/silos', { silo: 'recovery', is_default: true })
  await two.ok('POST', '/v1/projects', { name: 'web', description: '' })
}, 180_000)

afterAll(async () => {
  await Promise.all([one?.kill(), two?.kill()])
  await postgres?.stop()
  rmSync(root, { recursive: true, force: true })
})

const instance = (name: string) => ({ name, description: '', hostname: name, ncpus: 1, memory: 2 ** 30, start: true })
const stateOf = async (replica: Replica, name: string) =>
  (await replica.ok('GET', `/v1/instances/${name}?project=web`)).run_state

async function query<Row>(text: string): Promise<Row[]> {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

test('an image upload continues on another replica when the one that took it is killed', on, async () => {
  const MIB = 2 ** 20
  const bytes = new Uint8Array(randomBytes(3 * MIB))
  const source = { type: 'file', size: bytes.length, fingerprint: 'the same file' }
  const wanted = { name: 'resumed', description: '', os: 'debian', version: '13', block_size: 512, source }
  const begin = (replica: Replica) => replica.ok('POST', '/rackwright/image-uploads?project=web', wanted)
  const write = (replica: Replica, id: unknown, from: number, to: number) =>
    replica.ok('PUT', `/rackwright/image-uploads/${id}/content?offset=${from}`, bytes.slice(from, to))
  const third = await start()
  third.cookie = one.cookie
  const { id } = await begin(third)
  await write(third, id, 0, MIB)
  await third.kill()
  expect(await begin(two)).toMatchObject({ id, received: MIB, state: 'receiving' })
  await write(two, id, MIB, bytes.length)
  await expect.poll(async () => (await one.ok('GET', `/rackwright/image-uploads/${id}`)).state, SLOW).toBe('done')
  const value = createHash('sha256').update(bytes).digest('hex')
  const image = '/v1/images/resumed?project=web'
  await expect.poll(async () => (await two.ok('GET', image)).digest, SLOW).toEqual({ type: 'sha256', value })
  await one.ok('DELETE', image)
})

test('a server with another data directory is refused', on, async () => {
  await expect(start(join(root, 'other'))).rejects.toThrow(
    /ended with 2.*this database belongs to another data directory: all servers on one database must share its directory/s,
  )
})

test('a session, a change and a logout apply to both, and live events reach both', on, async () => {
  const events = await two.events()
  await one.ok('POST', '/v1/projects', { name: 'events', description: '' })
  await events.until('"noun":"project"')
  await two.ok('PUT', '/v1/projects/events', { description: 'by two' })
  expect(await one.ok('GET', '/v1/projects/events')).toMatchObject({ description: 'by two' })
  await one.ok('POST', '/v1/logout')
  expect((await two.send('GET', '/v1/me')).status).toBe(401)
  await two.logIn()
  one.cookie = two.cookie
  await one.ok('GET', '/v1/me')
  events.close()
})

test('a code of a second factor works once, even if both are asked at the same time', on, async () => {
  const [FACTOR, LOGIN, STEP_MS] = ['/rackwright/me/second-factor', '/v1/login/recovery/local', 30_000]
  const [username, password] = ['careful', 'one of two factors']
  const user = { external_id: username, password: { mode: 'password', value: password } }
  await one.ok('POST', '/v1/system/identity-providers/local/users?silo=recovery', user)
  const enterPassword = async (replica: Replica) => cookieOf(await replica.send('POST', LOGIN, { username, password }))
  const session = await enterPassword(one)
  const own = async (path: string, body?: unknown) => (await one.send('POST', FACTOR + path, body, session)).json()
  const { secret } = await own('', {})
  const { recovery_codes } = await own('/confirm', { passcode: await totpCode(secret, new Date()) })
  // apps may be one step ahead
  const next = () => totpCode(secret, new Date(Date.now() + STEP_MS))
  for (const codeOf of [next, ...recovery_codes.slice(0, 4).map((code: string) => () => code)]) {
    const [here, there] = await Promise.all([one, two].map(enterPassword))
    const passcode = await codeOf()
    const enter = (replica: Replica, pending: string) =>
      replica.send('POST', '/rackwright/login/recovery/second-factor', { passcode }, pending)
    const replies = await Promise.all([enter(one, here!), enter(two, there!)])
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 401])
  }
})

test('a machine started through one has its console on both', on, async () => {
  await one.ok('POST', '/v1/instances?project=web', instance('talker'))
  await expect.poll(() => stateOf(two, 'talker'), SLOW).toBe('running')
  const [here, there] = await Promise.all([one.console('talker', 'web'), two.console('talker', 'web')])
  await Promise.all([here, there].map((each) => each.until('talker login: ')))
  there.type('echo typed on two\r')
  await here.until('\r\ntyped on two\r\n')
  here.type('poweroff\r')
  await there.until('Power off.')
  await expect.poll(() => stateOf(one, 'talker'), SLOW).toBe('stopped')
  await Promise.all([here.closed, there.closed])
})

test('an upload with chunks sent to both becomes one image', on, async () => {
  const disk = {
    name: 'upload',
    description: '',
    size: 2 ** 30,
    disk_source: { type: 'importing_blocks', block_size: 512 },
  }
  const { id } = await one.ok('POST', '/v1/disks?project=web', disk)
  await expect.poll(async () => (await two.ok('GET', `/v1/disks/${id}`)).state, SLOW).toEqual({ state: 'import_ready' })
  await two.ok('POST', `/v1/disks/${id}/bulk-write-start`)
  const chunks = Array.from({ length: 12 }, (_, n) => Buffer.alloc(64 * 1024, `chunk ${n} `))
  const put = (chunk: Buffer<ArrayBuffer>, n: number) =>
    (n % 2 ? one : two).ok('PUT', `/rackwright/disks/${id}/blocks?offset=${n * chunk.length}`, chunk)
  await Promise.all(chunks.map(put))
  await one.ok('POST', `/v1/disks/${id}/bulk-write-stop`)
  await two.ok('POST', `/v1/disks/${id}/finalize`, { snapshot_name: 'uploaded' })
  const snapshot = await one.ok('GET', '/v1/snapshots/uploaded?project=web')
  const source = { type: 'snapshot', id: snapshot.id }
  await two.ok('POST', '/v1/images', { name: 'uploaded', description: '', os: '', version: '', source })
  const value = createHash('sha256').update(Buffer.concat(chunks)).digest('hex')
  const digest = async () => (await one.ok('GET', '/v1/images/uploaded')).digest
  await expect.poll(digest, SLOW).toEqual({ type: 'sha256', value })
})

test('a support bundle can be downloaded from either', on, async () => {
  const bundles = '/experimental/v1/system/support-bundles'
  const { id } = await one.ok('POST', bundles)
  await expect.poll(async () => (await two.ok('GET', `${bundles}/${id}`)).state, SLOW).toBe('active')
  const [a, b] = await Promise.all([one, two].map((each) => each.send('GET', `${bundles}/${id}/download`)))
  expect([a!.status, b!.status]).toEqual([200, 200])
  expect(Buffer.from(await a!.arrayBuffer()).equals(Buffer.from(await b!.arrayBuffer()))).toBe(true)
})

/** Writes to a replica until stopped or until the replica is gone, and records acknowledged writes. */
function load(replica: Replica, prefix: string) {
  const projects: string[] = []
  const instances: string[] = []
  const statuses = new Set<number>()
  const over = new AbortController()
  async function write(): Promise<void> {
    for (let n = 0; !over.signal.aborted; n++) {
      const name = `${prefix}-${n}`
      const isInstance = n % 4 === 0
      const [path, body] = isInstance
        ? ['/v1/instances?project=web', instance(name)]
        : ['/v1/projects', { name, description: '' }]
      const response = await replica.send('POST', path, body).catch(() => undefined)
      if (!response) return
      statuses.add(response.status)
      if (response.status === 201) (isInstance ? instances : projects).push(name)
      // 201, unless the database is unreachable
      else expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
      await response.body?.cancel()
    }
  }
  const done = write()
  return {
    projects,
    instances,
    statuses,
    /** Resolves once this many more were acknowledged. */
    async more(count: number) {
      const before = projects.length + instances.length
      await expect.poll(() => projects.length + instances.length, SLOW).toBeGreaterThanOrEqual(before + count)
    },
    async stop() {
      over.abort()
      await done
    },
    done,
  }
}

/** Everything acknowledged exists, every instance starts, and each has exactly one machine. */
async function check(replica: Replica, loads: ReturnType<typeof load>[]) {
  const list = async (path: string) => (await replica.ok('GET', path)).items as { name: string; run_state: string }[]
  const projects = (await list('/v1/projects?limit=10000')).map(({ name }) => name)
  expect(projects).toEqual(expect.arrayContaining(loads.flatMap((each) => each.projects)))
  const found = await list('/v1/instances?project=web&limit=10000')
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(loads.flatMap((each) => each.instances)))
  const waiting = async () => {
    const rows = await list('/v1/instances?project=web&limit=10000')
    return rows.filter(({ name, run_state }) => name !== 'talker' && run_state !== 'running').map(({ name }) => name)
  }
  await expect.poll(waiting, SLOW).toEqual([])
  const machines = await query<{ name: string }>(
    `select machine::json->'spec'->>'name' as name from simulated_machine where not is_removed`,
  )
  const running = (await list('/v1/instances?project=web&limit=10000')).map(({ name }) => name)
  expect(machines.map(({ name }) => name).sort()).toEqual(running.filter((name) => name !== 'talker').sort())
}

test(
  'kill -9 under load loses no acknowledged write, and the other replica continues',
  { ...on, timeout: 120_000 * ROUNDS },
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const loads = [load(one, `kill-${round}-one`), load(two, `kill-${round}-two`)]
      await Promise.all(loads.map((each) => each.more(8)))
      await one.kill()
      await loads[0]!.done
      await loads[1]!.more(8)
      await loads[1]!.stop()
      await check(two, loads)
      const { cookie } = two
      // the next round kills the remaining replica
      one = two
      two = await start()
      two.cookie = cookie
    }
  },
)

test(
  'a restart of PostgreSQL under load gives 503 and then recovers',
  { ...on, timeout: 120_000 * ROUNDS },
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const loads = [load(one, `restart-${round}-one`), load(two, `restart-${round}-two`)]
      await Promise.all(loads.map((each) => each.more(4)))
      await postgres.restart(async () => {
        for (const { statuses } of loads) await expect.poll(() => [...statuses], SLOW).toContain(503)
      })
      await Promise.all(loads.map((each) => each.more(4)))
      await Promise.all(loads.map((each) => each.stop()))
      await check(one, loads)
      const events = await one.events()
      await two.ok('POST', '/v1/projects', { name: `after-${round}`, description: '' })
      await events.until('"noun":"project"')
      events.close()
    }
  },
)
