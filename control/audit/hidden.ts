// Bytes that SQLite stores but does not return: those of a text after a zero byte. Requests never write one, so somebody else did.
// PostgreSQL stores none.
import { sql } from 'kysely'
import { MAX_PROBLEMS, type AuditProblem } from '#contract/audit-verifier.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Table } from '../db/define.ts'
import { tables } from '../db/schema.ts'

export async function hiddenBytes({ dialect }: Database, view: Queries): Promise<AuditProblem[]> {
  if (dialect !== 'sqlite') return []
  const problems = []
  for (const number of await rowsWith(view, tables.event, 'seq'))
    problems.push({ number, message: `entry ${number} was changed: it contains bytes that cannot be read` })
  for (const number of await rowsWith(view, tables.audit_checkpoint, 'number'))
    problems.push({ number, message: `the checkpoint at ${number} was changed: it contains bytes that cannot be read` })
  return problems
}

async function rowsWith(view: Queries, { name, columns }: Table, key: string): Promise<number[]> {
  const texts = Object.keys(columns).filter((column) => !['integer', 'serial'].includes(columns[column]!.kind))
  const all = sql.join(
    texts.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || `,
  )
  const { rows } = await sql<{ number: number }>`select ${sql.ref(key)} as number from ${sql.table(name)}
    where instr(cast(${all} as blob), x'00') > 0 order by 1 limit ${MAX_PROBLEMS}`.execute(view)
  return rows.map(({ number }) => number)
}
