// Durable writes: project updates through the control plane, relative to the same two statements in a transaction on the raw database.
// Both wait for the disk. One at a time, and sixteen concurrently.
import Libsql from 'libsql'
import { Client } from 'pg'
import { random } from '#server/random.ts'
import { median, report, type Figure } from './table.ts'
import { openBench, type DatabaseName } from './world.ts'

const WRITES = 150
const ROUNDS = 3
const PARALLEL = 16

const UPDATE = 'update project set description = $1, time_modified = $2 where name = $3'
const EVENT =
  'insert into event (time, request_id, address, operation, noun, target_name, status) values ($1, $2, $3, $4, $5, $6, $7)'

type Write = () => Promise<unknown>

function statementValues() {
  const now = new Date().toISOString()
  const event = [now, random.uuid(), '127.0.0.1', 'project_update', 'project', 'small', 200]
  return { update: [now, now, 'small'], event }
}

/** A plain connection to the database. */
async function openRaw(database: DatabaseName, file: string, url: string) {
  if (database === 'PostgreSQL') {
    const client = new Client(url)
    await client.connect()
    const write = async () => {
      const { update, event } = statementValues()
      await client.query('begin isolation level serializable')
      await client.query(UPDATE, update)
      await client.query(EVENT, event)
      await client.query('commit')
    }
    return { write, close: () => client.end() }
  }
  const db = new Libsql(file)
  db.exec('pragma synchronous = full')
  const [update, event] = [UPDATE, EVENT].map((text) => db.prepare(text.replaceAll(/\$\d/g, '?')))
  const write = async () => {
    const values = statementValues()
    db.exec('begin immediate')
    update!.run(values.update)
    event!.run(values.event)
    db.exec('commit')
  }
  return { write, close: async () => void db.close() }
}

/** Writes per second. */
async function rate(write: Write, parallel = 1): Promise<number> {
  let left = WRITES
  const started = performance.now()
  const work = async () => {
    while (left-- > 0) await write()
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return (WRITES * 1000) / (performance.now() - started)
}

async function measure(database: DatabaseName): Promise<Figure[]> {
  const bench = await openBench({ database })
  const raw = await openRaw(database, bench.file, bench.url)
  let count = 0
  const ours = async () => {
    const { status } = await bench.put('/v1/projects/small', { description: `number ${count++}` })
    if (status !== 200) throw new Error(`an update answered ${status}`)
  }
  const rounds: { raw: number; ours: number; parallel: number }[] = []
  for (let round = 0; round <= ROUNDS; round++)
    rounds.push({ raw: await rate(raw.write), ours: await rate(ours), parallel: await rate(ours, PARALLEL) })
  // the first round warms up
  rounds.shift()
  await raw.close()
  await bench.close()
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of))
  return [
    { what: `${database}: raw transactions per second`, measured: middle((round) => round.raw) },
    { what: `${database}: project updates, relative to raw`, measured: middle((round) => round.ours / round.raw) },
    {
      what: `${database}: project updates, ${PARALLEL} concurrent, relative to raw`,
      measured: middle((round) => round.parallel / round.raw),
    },
  ]
}

report('Durable writes', [...(await measure('SQLite')), ...(await measure('PostgreSQL'))])
