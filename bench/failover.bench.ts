// How fast a lost sled is replaced, on simulated hosts with the real control plane, and how long placement takes in a large rack: every start
// waits for it, and a failover starts one instance after the other.
import { setTimeout as sleep } from 'node:timers/promises'
import { beginStart } from '#control/compute/instance-actions.ts'
import { place } from '#control/compute/placement/placement.ts'
import { MIN_FAILOVER_WAIT_SECONDS } from '#contract/limits.ts'
import { median, report } from './table.ts'
import { openBench, type DatabaseName } from './world.ts'

const SLEDS = 1000
const INSTANCES = 50_000
const ROUNDS = 40
const LOST = 20
const GIB = 2 ** 30
const MAX_MS = 120_000

type World = Awaited<ReturnType<typeof openBench>>

/** As many on each sled. */
async function spread({ db }: World) {
  const sleds = await db.read.selectFrom('sled').select('id').orderBy('id').execute()
  const rows = await db.read
    .selectFrom('instance')
    .select('id')
    .where('name', 'like', 'instance-%')
    .orderBy('id')
    .execute()
  const each = rows.length / sleds.length
  await db.transaction(async (tx) => {
    for (const [n, { id: sled_id }] of sleds.entries()) {
      const own = rows.slice(n * each, (n + 1) * each)
      await tx
        .updateTable('instance')
        .set({ sled_id, run_state: 'running', generation: 1 })
        .where('id', '>=', own[0]!.id)
        .where('id', '<=', own.at(-1)!.id)
        .execute()
    }
  })
}

async function placement(database: DatabaseName) {
  const world = await openBench({ database, sleds: SLEDS, hasLoops: false })
  const { db, host } = world
  await world.fill('large', INSTANCES)
  await spread(world)
  await world.fill('small', ROUNDS)
  const stopped = await db.read.selectFrom('instance').selectAll().where('run_state', '=', 'stopped').execute()
  const timed = async (work: (row: (typeof stopped)[number]) => Promise<unknown>) => {
    const times: number[] = []
    for (const row of stopped) {
      const before = performance.now()
      await work(row)
      times.push(performance.now() - before)
    }
    return median(times)
  }
  const placed = await timed((row) => db.transaction((tx) => place({ db: tx }, row)))
  const started = await timed((row) =>
    db.transaction((tx) => beginStart({ db: tx, host, now: host.clock.now().toISOString() }, row)),
  )
  await world.close()
  return [
    { what: `${database}: placement of one, median`, measured: placed, atMost: 20, unit: ' ms' },
    { what: `${database}: accepting a start, placement included, median`, measured: started, unit: ' ms' },
  ]
}

async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (const end = performance.now() + MAX_MS; performance.now() < end; await sleep(100)) {
    const found = await look()
    if (found !== undefined && found !== false) return found
  }
  throw new Error('it takes too long')
}

async function failover() {
  const world = await openBench({ sleds: 4 })
  async function ask(method: string, path: string, body?: unknown) {
    const answer = await world.send(method, path, body)
    const text = await answer.text()
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return (text ? JSON.parse(text) : undefined) as { items: { id: string }[]; id: string }
  }
  const running = async () => {
    const rows = world.db.read.selectFrom('instance').select(['id', 'sled_id']).where('run_state', '=', 'running')
    return rows.execute()
  }
  const start = async (name: string) => {
    const size = { ncpus: 1, memory: GIB, hostname: name, start: true }
    await ask('POST', '/v1/instances?project=small', { name, description: '', ...size })
  }
  await ask('POST', '/v1/system/ip-pools', { name: 'external', description: '' })
  await ask('POST', '/v1/system/ip-pools/external/ranges/add', { first: '192.0.2.1', last: '192.0.2.99' })
  await ask('POST', '/v1/system/ip-pools/external/silos', { silo: 'recovery', is_default: true })
  const { items: sleds } = await ask('GET', '/v1/system/hardware/sleds')
  const [lost, ...others] = sleds.map(({ id }) => id)
  const setOthers = async (state: string) => {
    for (const id of others) await ask('PUT', `/v1/system/hardware/sleds/${id}/provision-policy`, { state })
  }
  await setOthers('non_provisionable')
  await ask('PUT', `/rackwright/sleds/${lost}/fence`, {
    agent: 'fence_simulated',
    options: ['ip=10.0.0.1'],
    secrets: [],
  })
  await ask('POST', `/rackwright/sleds/${lost}/fence/test`)
  await ask('PUT', '/rackwright/failover-settings', { enabled: true, wait_seconds: MIN_FAILOVER_WAIT_SECONDS })
  for (let n = 1; n < LOST; n++) await start(`db${n}`)
  await until(async () => (await running()).length === LOST - 1)
  // its host is gone as soon as it runs
  await start('takes-its-sled-down')
  const gone = performance.now()
  await setOthers('provisionable')
  await until(async () => {
    const sled = world.db.read.selectFrom('sled').select('time_unreachable').where('id', '=', lost!)
    return (await sled.executeTakeFirst())?.time_unreachable !== null
  })
  const seen = performance.now()
  await until(async () => {
    const rows = await running()
    return rows.length === LOST && rows.every(({ sled_id }) => sled_id !== lost)
  })
  const over = performance.now()
  await world.close()
  return [
    { what: 'from the loss of the host until it is seen', measured: (seen - gone) / 1000, unit: ' s' },
    {
      what: `from then until all ${LOST} run elsewhere, without the wait`,
      measured: (over - seen) / 1000 - MIN_FAILOVER_WAIT_SECONDS,
      atMost: 30,
      unit: ' s',
    },
  ]
}

report(`${LOST} simulated instances of a lost sled`, await failover())
report(`${SLEDS} simulated sleds with ${INSTANCES.toLocaleString('en')} instances`, [
  ...(await placement('SQLite')),
  ...(await placement('PostgreSQL')),
])
