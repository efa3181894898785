// Metrics: what sampling a thousand running instances every five seconds costs, and what it takes from the API meanwhile.
import { statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { SAMPLE_EVERY_MS } from '#control/metrics/levels.ts'
import { metricsLoop } from '#control/reconcile/metrics.ts'
import { clock } from '#server/clock.ts'
import { random } from '#server/random.ts'
import { pace } from './load.ts'
import { median, report } from './table.ts'
import { openBench } from './world.ts'

const INSTANCES = Number(process.env.INSTANCES ?? 1000)
const VCPUS = 2
const GIB = 2 ** 30
/** Two minutes of samples, with a minute's and a quarter of an hour's rows among them. */
const TICKS = 24
/** Long enough for a few ticks of the sampler. */
const LOAD_MS = 12_000
const ROUNDS = 3
const SUBNET = { subnet_id: random.uuid(), prefix: 22, gateway: '172.30.0.1', dns_servers: [], mtu: 1500 }

const bench = await openBench({ sleds: 32, speed: 1000, hasLoops: false })
const { db, file, host } = bench
const { machines } = host

/** Straight into the tables and the driver: creating them through the API is what another bench measures. */
async function fill(): Promise<void> {
  const project = await db.read.selectFrom('project').selectAll().where('name', '=', 'small').executeTakeFirstOrThrow()
  const sleds = await db.read.selectFrom('sled').select('id').execute()
  const now = clock.now().toISOString()
  const times = { time_created: now, time_modified: now }
  const owner = { project_id: project.id, silo_id: project.silo_id, description: '' }
  for (let index = 0; index < INSTANCES; index++) {
    const [id, disk_id] = [random.uuid(), random.uuid()]
    const sled_id = sleds[index % sleds.length]!.id
    const name = `instance-${String(index).padStart(5, '0')}`
    const size = { ncpus: VCPUS, memory: GIB }
    await db.transaction(
      async (tx) => {
        const state = { run_state: 'running' as const, time_run_state_updated: now, generation: 1, sled_id }
        await tx
          .insertInto('instance')
          .values({ id, name, hostname: name, user_data: '', ...owner, ...size, ...state, ...times })
          .execute()
        const disk = {
          size: GIB,
          block_size: 512,
          disk_state: 'attached' as const,
          state_when_made: 'detached' as const,
        }
        await tx
          .insertInto('disk')
          .values({ id: disk_id, name, instance_id: id, ...owner, ...disk, ...times })
          .execute()
      },
      { durable: false },
    )
    await machines.ensure({
      id,
      name,
      hostname: name,
      sled_id,
      generation: 1,
      architecture: 'x86_64',
      ...size,
      disks: [{ id: disk_id, location: { kind: 'memory' }, size: GIB, block_size: 512, boot: true }],
      nics: [{ id: random.uuid(), mac: 'a8:40:25:f0:00:01', ip: '172.30.0.5', ...SUBNET }],
      user_data: '',
      ssh_public_keys: [],
    })
  }
  const running = async () => (await Promise.all(sleds.map(({ id }) => machines.statistics(id)))).flat().length
  while ((await running()) < INSTANCES) await setTimeout(100)
}

/** Ticks one after the other, on a clock of their own that is five seconds further at each. */
async function costOfTicks(): Promise<number> {
  let now = clock.now().getTime()
  const driver = {
    ...machines,
    statistics: async (sled: string) =>
      (await machines.statistics(sled)).map((each) => ({ ...each, time: new Date(now) })),
  }
  const loop = metricsLoop({ ...host, machines: driver, clock: { ...clock, now: () => new Date(now) } })
  // the first tick finds every source for the first time
  await loop.step()
  const before = process.cpuUsage()
  for (let tick = 0; tick < TICKS; tick++) {
    now += SAMPLE_EVERY_MS
    await loop.step()
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / TICKS
}

async function samplingDuring<T>(work: () => Promise<T>): Promise<T> {
  const loop = metricsLoop(host)
  const over = new AbortController()
  const sampling = (async () => {
    while (!over.signal.aborted) {
      const pause = (await loop.step()) as number
      await setTimeout(pause, undefined, { signal: over.signal }).catch(() => undefined)
    }
  })()
  try {
    return await work()
  } finally {
    over.abort()
    await sampling
  }
}

await fill()
const before = statSync(file).size
const cost = await costOfTicks()
await db.transaction((tx) => tx.updateTable('project').set({ description: 'bench' }).execute())
const stored = await db.read
  .selectFrom('metric_sample')
  .select(({ fn }) => fn.countAll<number>().as('count'))
  .executeTakeFirstOrThrow()
process.stdout.write(`  ${stored.count} rows, ${((statSync(file).size - before) / 1024 / 1024).toFixed(1)} MiB\n`)

const load = {
  port: await bench.listen(),
  path: '/v1/instances?project=small&limit=25',
  headers: { cookie: `session=${bench.session}` },
  milliseconds: LOAD_MS,
}
const ratios: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const alone = await pace(load)
  const sampled = await samplingDuring(() => pace(load))
  process.stdout.write(`  ${alone.rate.toFixed(0)} lists a second alone, ${sampled.rate.toFixed(0)} while sampling\n`)
  // by CPU time, so that other programs do not count
  ratios.push(alone.cost / sampled.cost)
}

report(`Sampling ${INSTANCES} running instances with ${VCPUS} vCPUs, a disk and an interface each`, [
  { what: 'CPU time per tick', measured: cost, unit: ' ms' },
  { what: 'share of a core, at a tick every 5 seconds', measured: cost / SAMPLE_EVERY_MS, atMost: 0.25 },
  {
    what: 'lists per second of CPU time while sampling, relative to without',
    measured: median(ratios),
    atLeast: 0.9,
  },
])

await bench.close()
