// The built server: start time on new and existing data, and memory, idle and under load.
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
report('Start and memory of the built server', [
  { what: 'first start to first response', measured: firstStart, unit: ' ms' },
  {
    what: 'restart on existing data to first response',
    measured: median(restarts),
    atMost: MAX_RESTART_MS,
    unit: ' ms',
  },
  { what: 'idle memory', measured: idle, atMost: MAX_IDLE_MIB, unit: ' MiB' },
  { what: 'memory after ten seconds with 64 clients', measured: loaded, unit: ' MiB' },
  { what: 'peak memory', measured: most, unit: ' MiB' },
  { what: 'peak memory, relative to idle', measured: most / idle },
])
await server.stop()
