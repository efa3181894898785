// Lists: a page of 25 costs about the same out of a thousand rows and out of a million, and an authenticated page over HTTP is
// compared with a bare Node server that runs the same query and serializes the rows.
import { createServer } from 'node:http'
import Libsql from 'libsql'
import { listed } from '#control/compute/instance.ts'
import { type Pace, pace } from './load.ts'
import { median, report } from './table.ts'
import { listening, openBench } from './world.ts'

const ROWS = Number(process.env.ROWS ?? 1_000_000)
const bench = await openBench()

/** Processor time: what others on the machine take meanwhile is no part of what a page costs. */
async function pageTime(project: string, sort: string): Promise<number> {
  const first = await bench.get(`/v1/instances?project=${project}&limit=25&sort_by=${sort}`)
  const { next_page: begin } = (await first.json()) as { next_page: string }
  let next_page = begin
  let used = 0
  for (let i = 0; i < 400; i++) {
    const before = process.cpuUsage()
    const reply = await bench.get(`/v1/instances?limit=25&page_token=${next_page}`)
    const { items, next_page: next } = (await reply.json()) as { items: unknown[]; next_page: string | null }
    // at the end from the beginning again: an empty page costs next to nothing, and a thousand rows have few others
    const { user, system } = process.cpuUsage(before)
    used += user + system
    next_page = items.length === 25 && next !== null ? next : begin
  }
  return used / 400
}

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
const told = ({ rate, cost }: Pace) => `${rate.toFixed(0)}/s and ${cost.toFixed(3)} ms of processor time each`
const ratios: number[] = []
const costs: number[] = []
for (let i = 0; i < 3; i++) {
  const list = await pace({ port, path: '/v1/instances?project=small&limit=25', headers })
  const same = await pace({ port: barePort, path: '/', headers })
  process.stdout.write(`  list ${told(list)}, bare server ${told(same)}\n`)
  ratios.push(list.rate / same.rate)
  costs.push(same.cost / list.cost)
}
bare.close()
yardstick.close()

await bench.fill('large', ROWS)
const sorts = ['name_ascending', 'name_descending', 'id_ascending']
const growth = []
const fresh: number[] = []
for (const sort of sorts) {
  const pairs: number[] = []
  for (let i = 0; i < 5; i++) {
    const [large, small] = [await pageTime('large', sort), await pageTime('small', sort)]
    fresh.push(small / 1000)
    pairs.push(large / small)
  }
  growth.push({
    what: `a page of 25 out of ${ROWS} against one out of 1000, ${sort}`,
    measured: median(pairs),
    atMost: 1.3,
  })
}
report('Lists', [
  {
    what: 'throughput of an authenticated page of 25 instances over HTTP against a bare server with the same query',
    measured: median(ratios),
    atLeast: 0.4,
  },
  { what: 'the same by processor time', measured: median(costs) },
  { what: 'processor time of a page without HTTP', measured: median(fresh), unit: ' ms' },
  ...growth,
])
await bench.close()
