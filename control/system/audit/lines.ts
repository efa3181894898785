// The audit log as lines, in bounded memory: what an export contains and the verification reads.
import type { AuditLine } from '#contract/audit-chain.ts'
import type { Queries } from '../../db/database.ts'
import { columnsOf, entriesAfter } from './seal.ts'

const PAGE_SIZE = 500

/** With `end`, entries after it count as not sealed: they may be sealed while they are read. */
export async function* auditLines(db: Queries, end = Number.MAX_SAFE_INTEGER): AsyncGenerator<AuditLine> {
  const checkpoints = checkpointLines(db, end)
  let next = await checkpoints.next()
  for (let after = 0; ;) {
    const rows = await entriesAfter(db, after, PAGE_SIZE)
    for (const row of rows) {
      for (; !next.done && next.value.number < row.seq; next = await checkpoints.next()) yield next.value
      const entry = Object.fromEntries(Object.entries(columnsOf(row)).filter(([, value]) => value !== null))
      yield { type: 'entry', entry, hash: row.seq > end ? null : row.chain }
    }
    if (rows.length < PAGE_SIZE) break
    after = rows.at(-1)!.seq
  }
  for (; !next.done; next = await checkpoints.next()) yield next.value
}

async function* checkpointLines(db: Queries, end: number) {
  for (let after = -1; ;) {
    const rows = await db
      .selectFrom('audit_checkpoint')
      .selectAll()
      .where('number', '>', after)
      .where('number', '<=', end)
      .orderBy('number')
      .limit(PAGE_SIZE)
      .execute()
    for (const row of rows) yield { type: 'checkpoint' as const, ...row }
    if (rows.length < PAGE_SIZE) return
    after = rows.at(-1)!.number
  }
}
