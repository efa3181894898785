// Chunks that replicas are writing right now, where several replicas write: a replica cannot see what another has under way.
// A claim is a row that is there while the bytes are written. Nothing here is used where one process has the database alone.
import type { Ctx, Host } from '../frame/context.ts'
import type { Queries } from '../db/database.ts'
import { unavailable } from '../frame/errors.ts'

/** A replica that needs longer to write one chunk has died, or its chunk is refused. */
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
 * Undefined where no other process writes. `mustBeImporting` is part of the transaction: an import that is stopped meanwhile
 * either sees the claim, or fails it.
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

/** What other requests, here or elsewhere, are writing to the disk. */
export async function otherClaims(host: Host, disk_id: string, own: string | undefined): Promise<Range[]> {
  if (own === undefined) return []
  const claims = await claimsOf(host, host.db.read, disk_id)
  return claims.filter(({ id }) => id !== own).map((row) => ({ offset: row.chunk_offset, length: row.chunk_length }))
}

/** In the transaction that records the chunk. One whose claim has expired was not waited for. */
export async function settleClaim(tx: Queries, own: string | undefined): Promise<void> {
  if (own === undefined) return
  const gone = await tx.deleteFrom('disk_import_claim').where('id', '=', own).returning('id').execute()
  if (gone.length === 0) throw unavailable()
}

/** For a chunk that was not recorded. If this fails, the claim expires. */
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
