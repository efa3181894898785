// Seals the audit log: gives entries the hash of themselves and all before them, and signs a checkpoint. Writers append one row and
// know nothing of this; a loop seals what they wrote a moment ago.
import { sql } from 'kysely'
import { hashOf, isSigned, type AuditColumns, type Checkpoint } from '#contract/audit-chain.ts'
import type { Queries, RowOf, Tx } from '../../db/database.ts'
import type { Host } from '../../frame/context.ts'
import { signerOf } from './signer.ts'

/** Entries per checkpoint and transaction. Retention removes as many at once. */
export const BATCH_SIZE = 1000
const MINUTE_MS = 60_000
/** A refusal of the last moment of a minute may take as long to be counted. */
const COUNTING_DELAY_MS = 5000

export type SealHost = Pick<Host, 'db' | 'clock' | 'log' | 'sealer'>
type Row = RowOf<'event'>

/** What is sealed: every column except the hash. */
export function columnsOf({ chain: _chain, ...columns }: Row): AuditColumns {
  return columns
}

export const lastCheckpoint = (db: Queries): Promise<Checkpoint | undefined> =>
  db.selectFrom('audit_checkpoint').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()

/** Events that no request caused are not in the audit log. They are pruned soon. */
export const entriesAfter = (db: Queries, number: number, limit: number): Promise<Row[]> =>
  db
    .selectFrom('event')
    .selectAll()
    .where('seq', '>', number)
    .where('operation', 'is not', null)
    .orderBy('seq')
    .limit(limit)
    .execute()

/** Refusals of unknown callers are counted until their minute ends: see frame/refusals.ts. */
function isSettled({ time, actor_id, status, request_id }: Row, now: number): boolean {
  if (actor_id !== null || request_id === null || status === null || status < 400) return true
  const end = (Math.floor(Date.parse(time) / MINUTE_MS) + 1) * MINUTE_MS
  return now > end + COUNTING_DELAY_MS
}

/** The entries that can be sealed now: in order, so that one that is still being counted holds up those after it. */
function settledOf(rows: Row[], now: number): Row[] {
  const waiting = rows.findIndex((row) => !isSettled(row, now))
  return waiting < 0 ? rows : rows.slice(0, waiting)
}

/** Returns the new checkpoint, if there was something to seal. */
export async function sealEntries({ db, clock, log, sealer }: SealHost): Promise<Checkpoint | undefined> {
  const signer = await signerOf(sealer)
  return db.transaction(
    async (tx) => {
      const last = await lastCheckpoint(tx)
      if (last && (last.public_key !== signer.publicKey || !(await isSigned(last)))) {
        // a checkpoint on top of it would vouch for entries that we did not seal
        log.error('the audit log is no longer sealed: its last checkpoint was not signed with our secret key', {
          number: last.number,
        })
        return undefined
      }
      const now = clock.now()
      const rows = settledOf(await entriesAfter(tx, last?.number ?? 0, BATCH_SIZE), now.getTime())
      if (rows.length === 0) return undefined
      const strange = rows.find(({ chain }) => chain !== null)
      if (strange) {
        // sealing it again would hide that its checkpoint was removed
        log.error('the audit log is no longer sealed: an entry has a hash, but its checkpoint is missing', {
          number: strange.seq,
        })
        return undefined
      }
      let hash = last?.hash ?? ''
      const hashes: { seq: number; hash: string }[] = []
      for (const row of rows) hashes.push({ seq: row.seq, hash: (hash = await hashOf(hash, columnsOf(row))) })
      await store(tx, hashes)
      const number = rows.at(-1)!.seq
      const previous = last?.number ?? null
      const checkpoint = await signer.sign({ kind: 'sealed', number, previous, time: now.toISOString(), hash })
      await tx.insertInto('audit_checkpoint').values(checkpoint).execute()
      return checkpoint
    },
    { quiet: true },
  )
}

async function store(tx: Tx, hashes: readonly { seq: number; hash: string }[]): Promise<void> {
  const values = sql.join(hashes.map(({ seq, hash }) => sql`(cast(${seq} as bigint), ${hash})`))
  await sql`update event set chain = sealed.column2 from (values ${values}) as sealed
    where event.seq = sealed.column1`.execute(tx)
}
