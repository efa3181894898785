// Fan-out: the cost of sending an event to a thousand browsers, relative to a bare server that writes the same bytes to a thousand
// responses.
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCrowd, type Crowd } from './crowd.ts'
import { median, report } from './table.ts'
import { listening, openBench } from './world.ts'

const STREAMS = 1000
const CHANGES = 20
const ROUNDS = 3
const MESSAGE =
  'id: 12345\nevent: change\ndata: {"noun":"project","id":"0e1ae2b7-2b7e-4d30-9ed1-2a0a5e4e1a55","operation":"project_update"}\n\n'

const bench = await openBench()
const port = await bench.listen()
const responses = new Set<ServerResponse>()
const bare = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('event: hello\ndata: {}\n\n')
  responses.add(response)
  response.once('close', () => responses.delete(response))
})
const barePort = await listening(bare)

interface Cost {
  /** Microseconds of CPU time per subscriber and event, in this process. */
  cpu: number
  /** Milliseconds until the last subscriber has the event. */
  latency: number
}

async function measure(crowd: Crowd, change: () => Promise<unknown>): Promise<Cost> {
  const latencies: number[] = []
  const before = process.cpuUsage()
  for (let n = 0; n < CHANGES; n++) {
    const { messages } = await crowd.seen()
    const started = performance.now()
    await change()
    while ((await crowd.seen()).messages < messages + STREAMS) await sleep(1)
    latencies.push(performance.now() - started)
  }
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / CHANGES / STREAMS, latency: median(latencies) }
}

let count = 0
const update = () => bench.put('/v1/projects/small', { description: `number ${count++}` })
const writeAll = async () => {
  for (const response of responses) response.write(MESSAGE)
}
const cookie = `session=${bench.session}`
const rounds: { ours: Cost; theirs: Cost }[] = []
for (let round = 0; round < ROUNDS; round++) {
  const crowd = await startCrowd({ port, cookie, streams: STREAMS })
  const ours = await measure(crowd, update)
  await crowd.stop()
  const bareCrowd = await startCrowd({ port: barePort, cookie, streams: STREAMS })
  const theirs = await measure(bareCrowd, writeAll)
  await bareCrowd.stop()
  rounds.push({ ours, theirs })
}
const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of))
report(`Sending an event to ${STREAMS} subscribers`, [
  { what: 'time until the last one has it', measured: middle(({ ours }) => ours.latency), unit: ' ms' },
  {
    what: 'that time, relative to a bare server',
    measured: middle(({ ours, theirs }) => ours.latency / theirs.latency),
  },
  { what: 'CPU time per subscriber', measured: middle(({ ours }) => ours.cpu), unit: ' µs' },
  { what: 'CPU time, relative to a bare server', measured: middle(({ ours, theirs }) => ours.cpu / theirs.cpu) },
])
bare.close()
bare.closeAllConnections()
await bench.close()
