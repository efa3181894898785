// Hundreds of instances created, started, stopped and deleted by twenty clients over HTTP, on the built server. There must be no
// unexpected response and nothing left over, and memory must return to what it was.
import { setTimeout } from 'node:timers/promises'
import { startBench } from './server.ts'
import { median, report } from './table.ts'

const INSTANCES = Number(process.env.INSTANCES ?? 400)
const WARM_UP = INSTANCES / 5
const CLIENTS = 20
/** Instances that each client keeps alive: a machine takes seconds to boot, and the sled has 128 threads. */
const AT_ONCE = 6
const GIB = 2 ** 30
/** By then machines and disks are gone, and Node has returned the memory that it will return. */
const SETTLE_MS = 5000

const server = await startBench()
const times = new Map<string, number[]>()
const unexpected: string[] = []
let requests = 0

async function ask(label: string, method: string, path: string, body?: unknown) {
  const before = performance.now()
  const answer = await server.send(method, path, body)
  times.set(label, [...(times.get(label) ?? []), performance.now() - before])
  requests++
  if (answer.status >= 300) unexpected.push(`${label} ${answer.status} ${answer.text}`)
  return answer.body
}

async function reach(id: string, state: string) {
  for (;;) {
    const { run_state } = await ask('view', 'GET', `/v1/instances/${id}`)
    if (run_state === state) return
    if (run_state === undefined || run_state === 'failed') throw new Error(`${id} is ${run_state}, not ${state}`)
    await setTimeout(500)
  }
}

async function life(name: string) {
  const disk_source = { type: 'blank', block_size: 512 }
  const boot_disk = { type: 'create', name, description: '', size: GIB, disk_source }
  const size = { ncpus: 1, memory: GIB, hostname: name, start: false }
  const body = { name, description: '', ...size, boot_disk, external_ips: [{ type: 'ephemeral' }] }
  const { id } = await ask('create', 'POST', '/v1/instances?project=bench', body)
  if (typeof id !== 'string') return
  await ask('start', 'POST', `/v1/instances/${id}/start`)
  await reach(id, 'running')
  await ask('stop', 'POST', `/v1/instances/${id}/stop`)
  await reach(id, 'stopped')
  await ask('delete', 'DELETE', `/v1/instances/${id}`)
  await ask('disk delete', 'DELETE', `/v1/disks/${name}?project=bench`)
}

async function lives(prefix: string, count: number) {
  let next = 0
  const client = async () => {
    while (next < count) await life(`${prefix}-${next++}`).catch((error: unknown) => unexpected.push(String(error)))
  }
  await Promise.all(Array.from({ length: CLIENTS * AT_ONCE }, client))
}

async function leftOver(): Promise<number> {
  const lists = ['instances', 'disks', 'floating-ips'].map((noun) => ask('list', 'GET', `/v1/${noun}?project=bench`))
  const things = (await Promise.all(lists)).flatMap((list) => list.items as unknown[]).length
  const { provisioned } = await ask('list', 'GET', '/v1/utilization')
  const charged = Object.values(provisioned as Record<string, number>).filter((amount) => amount !== 0).length
  return things + charged + server.volumes()
}

async function settled(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    await setTimeout(SETTLE_MS)
    server.collectGarbage()
  }
  await setTimeout(SETTLE_MS)
  return server.memory().now
}

await ask('pool', 'POST', '/v1/system/ip-pools', { name: 'bench', description: '' })
await ask('pool', 'POST', '/v1/system/ip-pools/bench/ranges/add', { first: '10.0.0.1', last: '10.0.255.254' })
await ask('pool', 'POST', '/v1/system/ip-pools/bench/silos', { silo: 'recovery', is_default: true })
await ask('project', 'POST', '/v1/projects', { name: 'bench', description: '' })

const idle = server.memory().now
await lives('warm-up', WARM_UP)
const before = await settled()
times.clear()
requests = 0
const start = performance.now()
await lives('bench', INSTANCES)
const seconds = (performance.now() - start) / 1000
const made = requests
const after = await settled()
const { most } = server.memory()
const remains = await leftOver()

const quantile = (label: string, share: number) => {
  const sorted = (times.get(label) ?? []).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

report(
  `${INSTANCES} instances created, started, stopped and deleted by ${CLIENTS} clients, ${AT_ONCE} at a time each`,
  [
    { what: 'requests', measured: made },
    { what: 'total time, mostly booting and stopping machines', measured: seconds, unit: ' s' },
    ...['create', 'start', 'stop', 'delete'].flatMap((label) => [
      { what: `${label}, median`, measured: median(times.get(label) ?? []), unit: ' ms' },
      { what: `${label}, p99`, measured: quantile(label, 0.99), unit: ' ms' },
    ]),
    { what: 'unexpected responses', measured: unexpected.length, atMost: 0 },
    { what: 'warnings and errors in the log', measured: server.complaints.length, atMost: 0 },
    { what: 'leftover resources, charges and files', measured: remains, atMost: 0 },
    { what: 'memory at the start', measured: idle, unit: ' MiB' },
    { what: `memory after the first ${WARM_UP}, settled`, measured: before, unit: ' MiB' },
    { what: 'peak memory', measured: most, unit: ' MiB' },
    { what: `memory after ${INSTANCES} more, settled`, measured: after, unit: ' MiB' },
    { what: 'memory after, relative to before', measured: after / before, atMost: 1.2 },
  ],
)
for (const each of [...unexpected, ...server.complaints].slice(0, 5)) process.stdout.write(`    ${each}\n`)

await server.stop()
