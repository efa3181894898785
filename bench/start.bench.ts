// The built server: how long it takes to answer on a new and on an existing data directory, and how much memory it holds, idle and
// under load.
import { setTimeout as sleep } from 'node:timers/promises'
import { pace } from './load.ts'
import { startBench } from './server.ts'
import { median, report } from './table.ts'

const RESTARTS = 7
const MAX_RESTART_MS = 1000
const MAX_IDLE_MIB = 150
const IDLE_MS = 10_000

let server = await startBench()
const firstStart = server.startedMs
await server.send('POST', '/v1/projects', { name: 'web', description: '' })
const restarts: number[] = []
for (let n = 0; n < RESTARTS; n++) {
  await server.stop({ keepsData: true })
  server = await startBench({ data: server.data })
  restarts.push(server.startedMs)
}
await sleep(IDLE_MS)
const idle = server.memory().now
const { port } = new URL(server.url)
const headers = { cookie: server.cookie() }
await pace({ port: Number(port), path: '/v1/projects?limit=25', headers, connections: 64, milliseconds: 10_000 })
const { now: loaded, most } = server.memory()
report('The built server', [
  { what: 'first start, until it answers', measured: firstStart, unit: ' ms' },
  {
    what: 'restart on existing data, until it answers',
    measured: median(restarts),
    atMost: MAX_RESTART_MS,
    unit: ' ms',
  },
  { what: 'memory, idle', measured: idle, atMost: MAX_IDLE_MIB, unit: ' MiB' },
  { what: 'memory after ten seconds with 64 clients', measured: loaded, unit: ' MiB' },
  { what: 'memory at its most', measured: most, unit: ' MiB' },
  { what: 'memory at its most, against idle', measured: most / idle },
])
await server.stop()
