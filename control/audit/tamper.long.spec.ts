// Changes every byte of the sealed audit log in the database, one at a time: the verification finds each of them, in the database and in
// an export. seal.spec.ts and forged.spec.ts have the other attacks, on every database.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeVerifier } from '#contract/audit-verifier.ts'
import type { Table } from '../db/define.ts'
import { tables } from '../db/schema.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { verifyIn } from './audit-verify.ts'
import { exportLines } from './export.ts'
import { sealEntries } from './seal.ts'
import { signerOf } from './signer.ts'

type Value = string | number | null
type Row = Record<string, Value>
type Column = Pick<Table['columns'][string], 'kind'>

/** Readers of base64 ignore spaces and the last bits of some letters, and SQLite hides what follows a zero byte. */
function changesOf(text: string): string[] {
  const at = Array.from(text, (letter, index) => {
    const [before, after] = [text.slice(0, index), text.slice(index + 1)]
    const other = String.fromCharCode(letter.charCodeAt(0) ^ 1)
    return [before + other + after, before + after, `${before} ${letter}${after}`]
  })
  return [...new Set([...at.flat(), `${text} `, `${text}\0`])].filter((each) => each !== text)
}

function othersOf(value: Value, { kind }: Column): Value[] {
  const isNumber = kind === 'integer' || kind === 'serial'
  if (value === null) return isNumber ? [0, 1] : ['', 'x']
  if (typeof value === 'string') return changesOf(value)
  return [value + 1, value - 1, value * 10, -value].filter((each) => each !== value)
}

// one database is enough: all of them read the same rows, and PostgreSQL cannot even store some of these
eachDatabase(
  (_name, open) => {
    describe('every byte of', () => {
      let world: World
      beforeAll(async () => {
        world = await makeWorld(await open())
        for (const name of ['a', 'b']) {
          await world.admin.raw('POST', '/v1/projects', { name, description: '' }, { 'user-agent': 'curl/8' })
          await world.admin.raw('POST', '/v1/projects', { name, description: '' })
          await sealEntries(world.host)
        }
      })

      const isFound = async () => (await verifyIn(world.host, world.host.db.read)).problems.length > 0

      /** As `audit verify --file` does it. */
      async function isFoundInExport(): Promise<boolean> {
        const verifier = makeVerifier((await signerOf(world.host.sealer)).publicKey)
        for await (const line of exportLines(world.host, '')) await verifier.read(line)
        return verifier.finish().problems.length > 0
      }

      /** The changes of the first and the last row that go unnoticed. */
      async function unnoticed(table: 'event' | 'audit_checkpoint', key: 'seq' | 'number') {
        const { db } = world.host
        const columns = Object.entries<Column>(tables[table].columns)
        const isEntry = table === 'event' ? sql`where operation is not null` : sql``
        const { rows } = await sql<Row>`select * from ${sql.table(table)} ${isEntry} order by 1`.execute(db.read)
        const missed: string[] = []
        let count = 0
        for (const row of [rows[0]!, rows.at(-1)!])
          for (const [column, kind] of columns)
            for (const value of othersOf(row[column]!, kind)) {
              const [name, of] = [sql.ref(column), sql.ref(key)]
              const set = (to: Value, where: Value) =>
                db.transaction(
                  (tx) => sql`update ${sql.table(table)} set ${name} = ${to} where ${of} = ${where}`.execute(tx),
                  { durable: false },
                )
              // a number that another row has is refused
              if (column === key && rows.some((other) => other[key] === value)) continue
              await set(value, row[key]!)
              const what = `${column}: ${JSON.stringify([row[column], value])}`
              if (!(await isFound())) missed.push(what)
              if (!(await isFoundInExport())) missed.push(`${what} in an export`)
              await set(row[column]!, column === key ? value : row[key]!)
              count++
            }
        expect(await isFound()).toBe(false)
        expect(await isFoundInExport()).toBe(false)
        return { missed, count }
      }

      test('its entries', async () => {
        const { missed, count } = await unnoticed('event', 'seq')
        expect(missed).toEqual([])
        expect(count).toBeGreaterThan(1000)
      })

      test('its checkpoints', async () => {
        const { missed, count } = await unnoticed('audit_checkpoint', 'number')
        expect(missed).toEqual([])
        expect(count).toBeGreaterThan(500)
      })
    })
  },
  ['libsql'],
)
