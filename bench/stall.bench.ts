// Whether long lists stall other requests: the latency of a ping while ten clients list 10,000 instances each, again and again.
import { openBench } from './world.ts'
import { pace } from './load.ts'
import { report } from './table.ts'

const INSTANCES = 10_000
const CLIENTS = 10
const MILLISECONDS = 10_000
/** Relative to the same request to an idle server. */
const MAX_SLOWDOWN = 20

const bench = await openBench()
await bench.fill('small', INSTANCES)
const port = await bench.listen()
const headers = { cookie: `session=${bench.session}` }
const ping = () => pace({ port, path: '/v1/ping', connections: 1, milliseconds: MILLISECONDS })
const idle = await ping()
const [busy, lists] = await Promise.all([
  ping(),
  pace({
    port,
    path: `/v1/instances?project=small&limit=${INSTANCES}`,
    headers,
    connections: CLIENTS,
    milliseconds: MILLISECONDS,
  }),
])
report(`${CLIENTS} clients list ${INSTANCES} instances each`, [
  { what: 'p99 of a ping, idle server', measured: idle.p99, unit: ' ms' },
  { what: 'p99 of a ping, under this load', measured: busy.p99, unit: ' ms' },
  { what: 'p99 of a ping, relative to idle', measured: busy.p99 / idle.p99, atMost: MAX_SLOWDOWN },
  { what: 'lists per second', measured: lists.rate },
])
await bench.close()
