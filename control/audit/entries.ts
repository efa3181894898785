// The rows of the audit log: its entries and its checkpoints.
import type { AuditColumns, Checkpoint } from '#contract/audit-chain.ts'
import type { Queries, RowOf } from '../db/database.ts'

export type Entry = RowOf<'event'>

/** What is sealed: every column except the hash. */
export function columnsOf({ chain: _chain, ...columns }: Entry): AuditColumns {
  return columns
}

export const lastCheckpoint = (db: Queries): Promise<Checkpoint | undefined> =>
  db.selectFrom('audit_checkpoint').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()

/** The number of the newest entry, sealed or not. */
export async function lastNumber(db: Queries): Promise<number> {
  const last = db.selectFrom('event').select('seq').orderBy('seq', 'desc').limit(1)
  return (await last.executeTakeFirst())?.seq ?? 0
}

/** Events that no request caused are not in the audit log. They are pruned soon. */
export const entriesAfter = (db: Queries, number: number, limit: number): Promise<Entry[]> =>
  db
    .selectFrom('event')
    .selectAll()
    .where('seq', '>', number)
    .where('operation', 'is not', null)
    .orderBy('seq')
    .limit(limit)
    .execute()
