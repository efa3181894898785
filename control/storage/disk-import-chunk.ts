// Writes import chunks. A chunk claims its range, is written to the block store, and is then recorded in the database. The claim is in
// memory and, where other replicas write too, in the database as well.
import { blockErrorOf, stored } from './block-error.ts'
import type { Host } from '../frame/context.ts'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { spelled, type DiskRow } from './disk.ts'
import { invalidRequest, notEnoughStorage } from '../frame/errors.ts'
import { claimRange, dropClaim, onceUnclaimed, otherClaims, settleClaim } from './import-claim.ts'

interface Range {
  offset: number
  length: number
}

/** The pending chunks of one disk. */
interface Import {
  claims: Set<Range>
  /** Set while the import is ending; later chunks wait for it. */
  ending: Promise<unknown> | undefined
  /** Called when the last claim is released. */
  onIdle: (() => void) | undefined
}

const imports = new WeakMap<Host, Map<string, Import>>()

function importOf(host: Host, disk_id: string): Import {
  let disks = imports.get(host)
  if (!disks) imports.set(host, (disks = new Map()))
  let found = disks.get(disk_id)
  if (!found) disks.set(disk_id, (found = { claims: new Set(), ending: undefined, onIdle: undefined }))
  return found
}

/** Waits while the import is ending. */
async function openImportOf(host: Host, disk_id: string): Promise<Import> {
  let found = importOf(host, disk_id)
  for (; found.ending; found = importOf(host, disk_id)) await found.ending
  return found
}

function release(host: Host, disk_id: string, { claims, ending, onIdle }: Import): void {
  if (claims.size > 0) return
  onIdle?.()
  if (!ending) imports.get(host)?.delete(disk_id)
}

/** Resolves once the chunk is in the block store and recorded. */
export async function storeChunk(host: Host, disk_id: string, offset: number, bytes: Uint8Array): Promise<void> {
  const claim = { offset, length: bytes.length }
  const current = await openImportOf(host, disk_id)
  for (const other of current.claims) mustNotOverlap(claim, other)
  current.claims.add(claim)
  let shared: string | undefined
  try {
    // read after claiming: the import may have just ended, or another chunk may have just been recorded
    shared = await claimRange(host, disk_id, claim, (db) => checkImporting(db, disk_id))
    await checkImporting(host.db.read, disk_id)
    for (const other of await otherClaims(host, disk_id, shared)) mustNotOverlap(claim, other)
    // recorded chunks never overlap each other, so only the last one that begins before this one's end can overlap it
    const [before] = await lastBefore(host.db.read, { disk_id, end: offset + bytes.length })
    if (before) mustNotOverlap(claim, { offset: before.chunk_offset, length: before.chunk_length })
    await write(host, disk_id, offset, bytes)
    await record(host, disk_id, claim, shared)
  } catch (error) {
    await dropClaim(host, shared)
    throw error
  } finally {
    current.claims.delete(claim)
    release(host, disk_id, current)
  }
}

/** Returns how many chunks were recorded. They are logged together, at the end. */
export async function countChunks(db: Queries, disk_id: string): Promise<number> {
  const chunks = db.selectFrom('disk_import_chunk').where('disk_id', '=', disk_id)
  const { count } = await chunks.select((is) => is.fn.countAll().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** Runs `work` once every pending chunk is stored; later chunks wait until it is done. */
export async function betweenChunks<T>(host: Host, disk_id: string, work: () => Promise<T>): Promise<T> {
  const current = await openImportOf(host, disk_id)
  const idle = new Promise<void>((resolve) => (current.onIdle = resolve))
  if (current.claims.size === 0) current.onIdle?.()
  const done = idle.then(() => onceUnclaimed(host, work))
  current.ending = done.catch(() => undefined)
  try {
    return await done
  } finally {
    current.ending = undefined
    release(host, disk_id, current)
  }
}

async function write(host: Host, disk_id: string, offset: number, bytes: Uint8Array): Promise<void> {
  try {
    await stored(host.volumes.write(disk_id, offset, bytes))
  } catch (error) {
    throw blockErrorOf(error) === 'full' ? notEnoughStorage() : error
  }
}

async function checkImporting(db: Queries, disk_id: string): Promise<void> {
  const [disk] = await diskOf(db, { disk_id })
  mustBeImporting(disk)
}

async function record(
  host: Host,
  disk_id: string,
  { offset, length }: Range,
  shared: string | undefined,
): Promise<void> {
  await host.db.transaction(
    async (tx) => {
      await checkImporting(tx, disk_id)
      await settleClaim(tx, shared)
      if (length > 0) await addChunk(tx, { disk_id, offset, length })
    },
    // a power cut may lose this row; the data is not flushed either until the import stops
    { durable: false, quiet: true },
  )
}

export function mustBeImporting(disk: Pick<DiskRow, 'disk_state'> | undefined): void {
  if (disk?.disk_state !== 'importing_from_bulk_writes')
    throw invalidRequest(
      `cannot import blocks with a bulk write for disk in state ${spelled(disk?.disk_state ?? 'destroyed')}`,
    )
}

/** The same range again is a retry. With any other overlap, the contents would depend on the order of writes. */
function mustNotOverlap({ offset, length }: Range, other: Range): void {
  if (length === 0 || other.offset + other.length <= offset || offset + length <= other.offset) return
  if (other.offset === offset && other.length === length) return
  throw invalidRequest(`data at offset ${offset} overlaps what was written at offset ${other.offset}`)
}

const diskOf = prepared((db: Queries, { disk_id }: { disk_id: string }) =>
  db.selectFrom('disk').select('disk_state').where('id', '=', disk_id),
)
const lastBefore = prepared((db: Queries, { disk_id, end }: { disk_id: string; end: number }) =>
  db
    .selectFrom('disk_import_chunk')
    .select(['chunk_offset', 'chunk_length'])
    .where('disk_id', '=', disk_id)
    .where('chunk_offset', '<', end)
    .orderBy('chunk_offset', 'desc')
    .limit(1),
)
const addChunk = prepared((db: Queries, { disk_id, offset, length }: { disk_id: string } & Range) =>
  db
    .insertInto('disk_import_chunk')
    .values({ disk_id, chunk_offset: offset, chunk_length: length })
    .onConflict((again) => again.doNothing()),
)
