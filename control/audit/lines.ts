// The audit log as lines, in bounded memory: what an export contains and the verification reads.
import type { AuditLine } from '#contract/audit-chain.ts'
import type { Queries } from '../db/database.ts'
import { columnsOf, entriesAfter, lastCheckpoint as lastCheckpointOf } from './entries.ts'

const PAGE_SIZE = 500

const EVERYTHING = Number.MAX_SAFE_INTEGER

export interface Part {
  /** Only what follows this number. */
  after?: number
  /** The last checkpoint that counts. */
  lastCheckpoint?: number
  /** Entries after this one count as not sealed: they may be sealed while they are read. */
  lastSealed?: number
}

/** What can be read of the log in several steps, while entries are sealed. */
export async function stablePart(view: Queries): Promise<Required<Omit<Part, 'after'>>> {
  const lastCheckpoint = (await lastCheckpointOf(view))?.number ?? 0
  // no later entry has a hash, unless somebody removed its checkpoint: then the hash is what reveals it
  const strange = await view
    .selectFrom('event')
    .select('seq')
    .where('seq', '>', lastCheckpoint)
    .where('operation', 'is not', null)
    .where('chain', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { lastCheckpoint, lastSealed: strange?.seq ?? lastCheckpoint }
}

export async function* auditLines(db: Queries, part: Part = {}): AsyncGenerator<AuditLine> {
  const { after: start = 0, lastCheckpoint = EVERYTHING, lastSealed = EVERYTHING } = part
  const checkpoints = checkpointLines(db, start === 0 ? -1 : start, lastCheckpoint)
  let next = await checkpoints.next()
  for (let after = start; ;) {
    const rows = await entriesAfter(db, after, PAGE_SIZE)
    for (const row of rows) {
      for (; !next.done && next.value.number < row.seq; next = await checkpoints.next()) yield next.value
      const entry = Object.fromEntries(Object.entries(columnsOf(row)).filter(([, value]) => value !== null))
      yield { type: 'entry', entry, hash: row.seq > lastSealed ? null : row.chain }
    }
    if (rows.length < PAGE_SIZE) break
    after = rows.at(-1)!.seq
  }
  for (; !next.done; next = await checkpoints.next()) yield next.value
}

async function* checkpointLines(db: Queries, start: number, end: number) {
  for (let after = start; ;) {
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
