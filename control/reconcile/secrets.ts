// Tries to open every secret that is kept for long, a few at a time. Otherwise nobody would notice that the secret key was lost until
// somebody needs one of them.
import { sql } from 'kysely'
import type { Host } from '../frame/context.ts'
import { openEither } from '../frame/sealer.ts'
import { makeTroubles } from '../frame/troubles.ts'
import { sealedColumns, type SealedColumn } from '../system/sealed-columns.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 10 * 60_000
const BATCH_SIZE = 200

interface Walk {
  at: number
  after: string
  closed: number
}

export function secretsLoop(host: Host): Loop {
  const troubles = makeTroubles(host.clock)
  let walk: Walk = { at: 0, after: '', closed: 0 }

  async function step(): Promise<boolean> {
    const column = sealedColumns[walk.at]!
    const rows = await batch(host, column, walk.after)
    for (const row of rows) if (!(await opens(host, column, row))) walk.closed++
    if (rows.length === BATCH_SIZE) {
      walk.after = rows.at(-1)!.id
      return true
    }
    conclude(column, walk.closed)
    const next = walk.at + 1
    walk = { at: next % sealedColumns.length, after: '', closed: 0 }
    return next < sealedColumns.length
  }

  function conclude({ table, column, one, several }: SealedColumn, closed: number): void {
    const key = `${table}.${column}`
    if (closed === 0) troubles.pass(key)
    else troubles.fail(key, closed === 1 ? `1 ${one}` : `${closed} ${several}`)
  }

  return { name: 'secrets', every: INTERVAL_MS, step, troubles }
}

interface Sealed {
  id: string
  secret: string
}

async function batch({ db }: Host, { table, column, id }: SealedColumn, after: string): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`select ${sql.ref(id)} as id, ${sql.ref(column)} as secret from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${sql.ref(id)} > ${after} order by ${sql.ref(id)} limit ${sql.lit(BATCH_SIZE)}`.execute(
    db.read,
  )
  return rows
}

const opens = async ({ sealer }: Host, { purpose }: SealedColumn, { id, secret }: Sealed): Promise<boolean> =>
  (await openEither(sealer, secret, purpose(id))) !== undefined
