// Claims on chunks that are being written, for several replicas: a replica cannot see the pending chunks of another. A claim is a row
// that exists while the chunk is written. Unused if one process has the database to itself.
import type { Ctx, Host } from '../frame/context.ts'
import type { Queries } from '../db/database.ts'
import { unavailable } from '../frame/errors.ts'

/** A replica that takes longer for one chunk has crashed, or its chunk is refused. */
const CLAIM_MS = 30_000
const POLL_INTERVAL_MS = 50

interface Range {
  offset: number
  length: number
}

/** Another replica is writing a chunk of the disk. */
class ClaimedElsewhere extends Error {}

const isShared = ({ db }: Host) => db.version === undefined

/**
 * Undefined if no other process writes. `mustBeImporting` is part of the transaction: a concurrent stop either sees the claim or
 * makes it fail.
 */
export async function claimRange(
  host: Host,
  disk_id: string,
  { offset, length }: Range,
  mustBeImporting: (db: Queries) => Promise<void>,
): Promise<string | undefined> {
  if (!isShared(host)) return undefined
  const id = host.random.uuid()
  const time_expires = new Date(host.clock.now().getTime() + CLAIM_MS).toISOString()
  const row = { id, disk_id, chunk_offset: offset, chunk_length: length, time_expires }
  const claim = async (tx: Queries) => {
    await mustBeImporting(tx)
    await tx.insertInto('disk_import_claim').values(row).execute()
  }
  await host.db.transaction(claim, { durable: false, quiet: true })
  return id
}

/** The ranges that other requests are writing to the disk, on any replica. */
export async function otherClaims(host: Host, disk_id: string, own: string | undefined): Promise<Range[]> {
  if (own === undefined) return []
  const claims = await claimsOf(host, host.db.read, disk_id)
  return claims.filter(({ id }) => id !== own).map((row) => ({ offset: row.chunk_offset, length: row.chunk_length }))
}

/** Call it in the transaction that records the chunk. Fails if the claim has expired, because nobody waited for it. */
export async function settleClaim(tx: Queries, own: string | undefined): Promise<void> {
  if (own === undefined) return
  const gone = await tx.deleteFrom('disk_import_claim').where('id', '=', own).returning('id').execute()
  if (gone.length === 0) throw unavailable()
}

/** For a chunk that was not recorded. If this fails, the claim expires on its own. */
export async function dropClaim(host: Host, own: string | undefined): Promise<void> {
  if (own === undefined) return
  const drop = (tx: Queries) => tx.deleteFrom('disk_import_claim').where('id', '=', own).execute()
  await host.db.transaction(drop, { durable: false, quiet: true }).catch(() => undefined)
}

/** Runs `work`, whose transaction calls mustBeUnclaimed, once no other replica is writing to the disk. */
export async function onceUnclaimed<T>({ clock }: Host, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ClaimedElsewhere)) throw error
    }
    await clock.sleep(POLL_INTERVAL_MS)
  }
}

/** Claims that expired are dropped: their chunks will be refused. */
export async function mustBeUnclaimed({ host, db }: Ctx, disk_id: string): Promise<void> {
  if (!isShared(host)) return
  if ((await claimsOf(host, db, disk_id)).length > 0) throw new ClaimedElsewhere()
  await db.deleteFrom('disk_import_claim').where('disk_id', '=', disk_id).execute()
}

function claimsOf({ clock }: Host, db: Queries, disk_id: string) {
  const claims = db.selectFrom('disk_import_claim').selectAll().where('disk_id', '=', disk_id)
  return claims.where('time_expires', '>=', clock.now().toISOString()).execute()
}
