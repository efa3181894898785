// Lists: an authenticated page over HTTP, compared with a bare Node server that runs the same query and serializes the rows.
import { createServer } from 'node:http'
import Libsql from 'libsql'
import { listed } from '#control/compute/instance.ts'
import { type Pace, pace } from './load.ts'
import { median, report } from './table.ts'
import { listening, openBench } from './world.ts'

const bench = await openBench()

await bench.fill('small', 1000)
// the yardstick: the same query on the same database and the rows as JSON, without authentication, parsing or a router
const yardstick = new Libsql(bench.file)
const small = await bench.db.read
  .selectFrom('project')
  .select('id')
  .where('name', '=', 'small')
  .executeTakeFirstOrThrow()
const query = bench.db.read.selectFrom('instance').select(listed).where('project_id', '=', small.id)
const { sql, parameters } = query.orderBy('instance.name', 'asc').limit(25).compile()
const statement = yardstick.prepare(sql)
const bare = createServer((_request, response) => {
  const text = JSON.stringify({ items: statement.all(parameters), next_page: null })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
})
const [port, barePort] = [await bench.listen(), await listening(bare)]
const headers = { cookie: `session=${bench.session}` }
const told = ({ rate, cost }: Pace) => `${rate.toFixed(0)}/s (${cost.toFixed(3)} ms of CPU time each)`
const ratios: number[] = []
const costs: number[] = []
for (let i = 0; i < 3; i++) {
  const list = await pace({ port, path: '/v1/instances?project=small&limit=25', headers })
  const same = await pace({ port: barePort, path: '/', headers })
  process.stdout.write(`  ours: ${told(list)}, bare server: ${told(same)}\n`)
  ratios.push(list.rate / same.rate)
  costs.push(same.cost / list.cost)
}
bare.close()
yardstick.close()

report('Throughput of an authenticated page of 25 instances over HTTP', [
  {
    what: 'requests per second, relative to a bare Node server with the same query',
    measured: median(ratios),
    atLeast: 0.4,
  },
  { what: 'requests per second of CPU time, relative to the same', measured: median(costs) },
])
await bench.close()
