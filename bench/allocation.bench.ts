// The cost of the next free address in a pool with a million taken, with and without holes, relative to an empty pool. On both
// databases.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, formatIp, keyOf } from '#contract/ip.ts'
import { giveBack, openBlock, takeSpan } from '#control/network/address-allocation.ts'
import type { Database } from '#control/db/database.ts'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { openPostgres } from '#control/db/engines/postgres.ts'
import { migrate } from '#control/db/migrate.ts'
import { firstRun } from '#control/system/first-run.ts'
import { takeAddress } from '#control/network/ip-pool-address.ts'
import { clock } from '#server/clock.ts'
import { random } from '#server/random.ts'
import { startPostgres } from '../scripts/postgres.mjs'
import { median, report, type Figure } from './table.ts'

const TAKEN = 1_000_000
const HOLES = 20_000
const SIZE = 2 ** 24

/** Each pool has its own /8. */
const addressAt = (net: number, n: number) => ({
  version: 4 as const,
  value: addressOf(`${net}.0.0.0`).value + BigInt(n),
})
const keyAt = (net: number, n: number) => keyOf(addressAt(net, n))

interface Pool {
  net: number
  id: string
  range: string
}

async function makePool(db: Database, net: number): Promise<Pool> {
  const now = clock.now().toISOString()
  const pool = { id: random.uuid(), name: `net-${net}`, description: '', time_created: now, time_modified: now }
  const span = { first_key: keyAt(net, 0), last_key: keyAt(net, SIZE - 1) }
  const ends = { first: formatIp(addressAt(net, 0)), last: formatIp(addressAt(net, SIZE - 1)) }
  const range = { id: random.uuid(), ip_pool_id: pool.id, range: ends, ...span, allocated: 0, time_created: now }
  await db.transaction(async (tx) => {
    await tx.insertInto('ip_pool').values(pool).execute()
    await tx.insertInto('ip_pool_range').values(range).execute()
    await openBlock(tx, { space_id: pool.id, ip_pool_range_id: range.id }, span)
  })
  return { net, id: pool.id, range: range.id }
}

/** Takes a million and the holes at once, then gives the holes back one by one, spread evenly. */
async function occupy(db: Database, pool: Pool, holes: number): Promise<void> {
  await db.transaction(async (tx) => {
    await takeSpan(tx, pool.id, { first_key: keyAt(pool.net, 0), last_key: keyAt(pool.net, TAKEN + holes - 1) })
    await tx.updateTable('ip_pool_range').set({ allocated: TAKEN }).where('id', '=', pool.range).execute()
  })
  const every = Math.floor(TAKEN / holes)
  for (let from = 0; from < holes; from += 1000)
    await db.transaction(async (tx) => {
      for (let i = from; i < from + 1000; i++)
        await giveBack(tx, { space_id: pool.id, ip_pool_range_id: pool.range }, keyAt(pool.net, i * every))
    })
}

const TIMES = 500

/** Microseconds per address, without the commit: waiting for the disk would hide the difference. */
const cost = (db: Database, pool: Pool): Promise<number> =>
  db.transaction(async (tx) => {
    const started = performance.now()
    for (let i = 0; i < TIMES; i++) await takeAddress({ db: tx }, pool.id)
    return ((performance.now() - started) * 1000) / TIMES
  })

async function measure(name: string, db: Database): Promise<Figure[]> {
  await migrate(db, clock.now())
  const passwords = { hash: async () => '', verify: async () => false }
  await firstRun({ db, clock, random, passwords })
  const empty = await makePool(db, 10)
  const dense = await makePool(db, 11)
  const holed = await makePool(db, 12)
  await occupy(db, dense, 0)
  await occupy(db, holed, HOLES)
  const runs: { empty: number; dense: number; holed: number }[] = []
  for (let i = 0; i < 9; i++)
    runs.push({ empty: await cost(db, empty), dense: await cost(db, dense), holed: await cost(db, holed) })
  const micro = (pool: 'empty' | 'dense' | 'holed') => median(runs.map((run) => run[pool])).toFixed(0)
  process.stdout.write(
    `  ${name}: empty ${micro('empty')} µs, dense ${micro('dense')} µs, holed ${micro('holed')} µs\n`,
  )
  const ratio = (pool: 'dense' | 'holed') => median(runs.map((run) => run[pool] / run.empty))
  return [
    { what: `${name}: a million taken, relative to an empty pool`, measured: ratio('dense'), atMost: 1.5 },
    {
      what: `${name}: a million taken with ${HOLES} holes, relative to an empty pool`,
      measured: ratio('holed'),
      atMost: 1.5,
    },
  ]
}

const rows: Figure[] = []
const folder = mkdtempSync(join(tmpdir(), 'rackwright-bench-'))
const embedded = await openLibsql({ file: join(folder, 'rackwright.db') })
rows.push(...(await measure('SQLite', embedded)))
await embedded.close()
rmSync(folder, { recursive: true, force: true })

const server = await startPostgres()
try {
  const shared = await openPostgres({ url: server.url, clock, random })
  rows.push(...(await measure('PostgreSQL', shared)))
  await shared.close()
} finally {
  await server.stop()
}
report('Cost of allocating an address', rows)
