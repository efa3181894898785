// Seals the audit log: gives entries the hash of themselves and all before them, and signs a checkpoint. Writers append one row and
// know nothing of this; a loop seals what they wrote a moment ago.
import { sql } from 'kysely'
import { hashOf, type Checkpoint } from '#contract/audit-chain.ts'
import type { Tx } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { checkContinuity, isSame, type Continuity } from './continuity.ts'
import { columnsOf, entriesAfter, lastCheckpoint, type Entry } from './entries.ts'
import { signerOf } from './signer.ts'

/** Entries per checkpoint and transaction. Retention removes as many at once. */
export const BATCH_SIZE = 1000
const MINUTE_MS = 60_000
/** A refusal of the last moment of a minute may take as long to be counted. */
const COUNTING_DELAY_MS = 5000

export type SealHost = Pick<Host, 'db' | 'clock' | 'log' | 'sealer' | 'checkpointKeeper'>

/** Refusals of unknown callers are counted until their minute ends: see frame/refusals.ts. */
const isCounted = ({ actor_id, status, request_id }: Entry) =>
  actor_id === null && request_id !== null && status !== null && status >= 400

/** Whether the minute of an entry is over. One that has not begun is of a clock that was ahead, and could be years away. */
function isOver({ time }: Entry, now: number): boolean {
  const written = Date.parse(time)
  const end = (Math.floor(written / MINUTE_MS) + 1) * MINUTE_MS
  return written > now || now > end + COUNTING_DELAY_MS
}

/**
 * The entries that can be sealed now: in order, so that one that is still being counted holds up those after it. Its own time does not
 * count if a later one is over: entries are numbered in the order in which they were written, whatever the clock said.
 */
function settledOf(rows: Entry[], now: number): Entry[] {
  const over = rows.findLastIndex((row) => isOver(row, now))
  const waiting = rows.findIndex((row, index) => index > over && isCounted(row))
  return waiting < 0 ? rows : rows.slice(0, waiting)
}

/** Returns the new checkpoint, if there was something to seal. */
export async function sealEntries(host: SealHost): Promise<Checkpoint | undefined> {
  const found = await checkContinuity(host)
  if (found.problem) {
    const { number, message } = found.problem
    host.log.error(`the audit log is no longer sealed: ${message}`, { number })
    return undefined
  }
  const now = host.clock.now()
  const checkpoint = await sealBatch(host, found, (rows) => settledOf(rows, now.getTime()))
  await keepLast(host, found, checkpoint)
  return checkpoint
}

/** After sealing: if the checkpoint cannot be kept, sealing goes on, because the log continues the older one. */
async function keepLast({ checkpointKeeper, log }: SealHost, { kept, last }: Continuity, made: Checkpoint | undefined) {
  const newest = made ?? last
  if (!checkpointKeeper || !newest || isSame(kept, newest)) return
  if (!kept && last)
    // of an earlier version, or in a new directory: nothing to compare with, so that somebody should be able to see it
    log.warn('there was no audit checkpoint in the data directory: the one in the database was taken', { ...last })
  await checkpointKeeper.keep(newest)
}

/** Unless the log has changed since it was checked. */
export async function sealBatch(
  { db, clock, sealer }: SealHost,
  { last: checked }: Pick<Continuity, 'last'>,
  choose: (rows: Entry[]) => Entry[],
): Promise<Checkpoint | undefined> {
  const signer = await signerOf(sealer)
  return db.transaction(
    async (tx) => {
      const last = await lastCheckpoint(tx)
      if (!isSame(last, checked)) return undefined
      const rows = choose(await entriesAfter(tx, last?.number ?? 0, BATCH_SIZE))
      if (rows.length === 0 || rows.some(({ chain }) => chain !== null)) return undefined
      let hash = last?.hash ?? ''
      const hashes: { seq: number; hash: string }[] = []
      for (const row of rows) hashes.push({ seq: row.seq, hash: (hash = await hashOf(hash, columnsOf(row))) })
      await store(tx, hashes)
      const number = rows.at(-1)!.seq
      const previous = last?.number ?? null
      const time = clock.now().toISOString()
      const checkpoint = await signer.sign({ kind: 'sealed', number, previous, time, hash })
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
