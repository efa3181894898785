// The latency of a light request while a thousand browsers listen for changes, request bodies never end, logins queue up and clients list
// 10,000 instances each. The clients are separate processes.
import { makePasswords } from '#server/passwords.ts'
import { startCrowd } from './crowd.ts'
import { pace } from './load.ts'
import { report } from './table.ts'
import { openBench } from './world.ts'

const STREAMS = 1000
const BODIES = 60
const LOGINS = 250
const LISTS = 10
const INSTANCES = 10_000
const MILLISECONDS = 10_000
/** Relative to the same request to an idle server. */
const MAX_SLOWDOWN = 20

const bench = await openBench({ passwords: makePasswords() })
await bench.fill('small', INSTANCES)
await bench.addUser('visitor')
const port = await bench.listen()
const cookie = `session=${bench.session}`
const ping = () => pace({ port, path: '/v1/ping', connections: 1, milliseconds: MILLISECONDS })
const lists = () =>
  pace({
    port,
    path: `/v1/instances?project=small&limit=${INSTANCES}`,
    headers: { cookie },
    connections: LISTS,
    milliseconds: MILLISECONDS,
    isPolite: true,
  })

const idle = await ping()
const crowd = await startCrowd({
  port,
  cookie,
  streams: STREAMS,
  bodies: BODIES,
  logins: LOGINS,
  username: 'visitor',
  password: 'bench',
})
const [busy, listed] = await Promise.all([ping(), lists()])
const seen = await crowd.seen()
await crowd.stop()
report(
  `${STREAMS} live streams, ${BODIES} unfinished bodies, ${LOGINS} logins and ${LISTS} lists of ${INSTANCES} at once`,
  [
    { what: 'p99 of a ping, idle server', measured: idle.p99, unit: ' ms' },
    { what: 'p99 of a ping, under this load', measured: busy.p99, unit: ' ms' },
    { what: 'p99 of a ping, relative to idle', measured: busy.p99 / idle.p99, atMost: MAX_SLOWDOWN },
    { what: 'lists per second', measured: listed.rate },
    { what: 'successful logins', measured: seen.logins },
    { what: 'refused logins', measured: seen.refused },
    { what: 'events delivered', measured: seen.messages },
    { what: 'streams closed by the server', measured: seen.closed, atMost: 0 },
  ],
)
await bench.close()
