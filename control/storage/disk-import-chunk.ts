// Chunks on their way into a disk. Each claims its stretch of the disk here before a byte is written, and is recorded when
// its bytes are in the block store: a few in one transaction, because a transaction a chunk costs more than the chunk.
// Who holds the bytes of a disk is the one who takes its chunks, so claims need not be told to anyone else.
import { blockErrorOf } from './block-error.ts'
import type { Ctx, Host } from '../frame/context.ts'
import type { Queries, Tx } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { spelled, type DiskRow } from './disk.ts'
import { invalidRequest, notEnoughStorage } from '../frame/errors.ts'
import { append, eventOf } from '../frame/events.ts'

interface Chunk {
  ctx: Ctx
  offset: number
  bytes: Uint8Array
  end(error?: unknown): void
}

/** The chunks of one disk that have no answer yet. */
interface Line {
  claimed: Set<Chunk>
  written: Chunk[]
  writing: number
  isRecording: boolean
  /** Where the last chunk that is known here ends; undefined when those recorded before were not looked at. */
  end: number | undefined
  /** Who ends the import holds up those that come after, until it is ended. */
  held: Promise<unknown> | undefined
  drained: (() => void) | undefined
}

/** So many that the transaction's share of the work is small, and few enough that others are sent on meanwhile. */
const TOGETHER = 3

const lines = new WeakMap<Host, Map<string, Line>>()

function lineOf(host: Host, disk_id: string): Line {
  let disks = lines.get(host)
  if (!disks) lines.set(host, (disks = new Map()))
  let line = disks.get(disk_id)
  if (!line) {
    line = {
      claimed: new Set(),
      written: [],
      writing: 0,
      isRecording: false,
      end: undefined,
      held: undefined,
      drained: undefined,
    }
    disks.set(disk_id, line)
  }
  return line
}

/** Once nobody holds it up. */
async function freeLineOf(host: Host, disk_id: string): Promise<Line> {
  let line = lineOf(host, disk_id)
  for (; line.held; line = lineOf(host, disk_id)) await line.held
  return line
}

function leave(host: Host, disk_id: string, line: Line): void {
  if (line.claimed.size > 0) return
  line.drained?.()
  if (!line.held) lines.get(host)?.delete(disk_id)
}

/** Done when the bytes are in the block store, and the log says so. */
export async function storeChunk(ctx: Ctx, disk_id: string, offset: number, bytes: Uint8Array): Promise<void> {
  const { host } = ctx
  const line = await freeLineOf(host, disk_id)
  const { claimed } = line
  for (const other of claimed) mustNotOverlap(offset, bytes.length, other.offset, other.bytes.length)
  const chunk: Chunk = { ctx, offset, bytes, end: () => undefined }
  claimed.add(chunk)
  try {
    // read again: whoever ended the import in between has waited for the chunks claimed before, not for this one
    const [disk] = await diskOf(host.db.read, { disk_id })
    mustBeImporting(disk)
    await mustBeFree(host, disk_id, line, chunk)
    await write(host, disk_id, line, chunk)
  } finally {
    claimed.delete(chunk)
    leave(host, disk_id, line)
  }
}

/** Runs `work` when all chunks under way are stored, and none comes in until it is done. */
export async function betweenChunks<T>(host: Host, disk_id: string, work: () => Promise<T>): Promise<T> {
  const line = await freeLineOf(host, disk_id)
  const drained = new Promise<void>((resolve) => (line.drained = resolve))
  if (line.claimed.size === 0) line.drained?.()
  const done = drained.then(work)
  line.held = done.catch(() => undefined)
  try {
    return await done
  } finally {
    line.held = undefined
    leave(host, disk_id, line)
  }
}

async function write(host: Host, disk_id: string, line: Line, chunk: Chunk): Promise<void> {
  line.writing++
  try {
    await host.blocks.write(disk_id, chunk.offset, chunk.bytes)
  } catch (error) {
    throw blockErrorOf(error) === 'full' ? notEnoughStorage() : error
  } finally {
    line.writing--
  }
  const recorded = new Promise<void>((resolve, reject) => {
    chunk.end = (error) => (error === undefined ? resolve() : reject(error as Error))
  })
  line.written.push(chunk)
  void advance(host, disk_id, line)
  await recorded
}

async function advance(host: Host, disk_id: string, line: Line): Promise<void> {
  const { written, writing, isRecording } = line
  if (isRecording || written.length === 0 || (written.length < TOGETHER && writing > 0)) return
  line.isRecording = true
  const group = written.splice(0)
  let failed: unknown
  try {
    // the rows need not outlive a power cut that the bytes do not outlive: waiting for the disk here would halve the speed
    await host.db.transaction((tx) => record(tx, disk_id, group), { durable: false })
  } catch (error) {
    failed = error
  }
  line.isRecording = false
  for (const { end } of group) end(failed)
  void advance(host, disk_id, line)
}

async function record(tx: Tx, disk_id: string, group: readonly Chunk[]): Promise<void> {
  const [disk] = await diskOf(tx, { disk_id })
  mustBeImporting(disk)
  for (const { ctx, offset, bytes } of group) {
    if (bytes.length > 0) await addChunk(tx, { disk_id, offset, length: bytes.length })
    await append(ctx.host, tx, eventOf(ctx, 204))
  }
}

type ImportState = Pick<DiskRow, 'disk_state'>

export function mustBeImporting(disk: ImportState | undefined): void {
  if (disk?.disk_state !== 'importing_from_bulk_writes')
    throw invalidRequest(
      `cannot import blocks with a bulk write for disk in state ${spelled(disk?.disk_state ?? 'destroyed')}`,
    )
}

/** Most chunks lie behind all others, and then nobody need be asked. */
async function mustBeFree({ db }: Host, disk_id: string, line: Line, { offset, bytes }: Chunk): Promise<void> {
  const end = offset + bytes.length
  if (line.end === undefined || offset < line.end) {
    const [last] = line.end === undefined ? await lastBefore(db.read, { disk_id, end: Number.MAX_SAFE_INTEGER }) : []
    // others have claimed while we asked: to know less than they do would let the next one overlap them
    if (last) line.end = Math.max(line.end ?? 0, last.chunk_offset + last.chunk_length)
    const [before] = await lastBefore(db.read, { disk_id, end })
    if (before) mustNotOverlap(offset, bytes.length, before.chunk_offset, before.chunk_length)
  }
  line.end = Math.max(line.end ?? 0, end)
}

/** The same chunk again is a retry and welcome; others that overlap would leave a content that depends on which came last. */
function mustNotOverlap(offset: number, length: number, otherOffset: number, otherLength: number): void {
  if (length === 0 || otherOffset + otherLength <= offset || offset + length <= otherOffset) return
  if (otherOffset === offset && otherLength === length) return
  throw invalidRequest(`data at offset ${offset} overlaps what was written at offset ${otherOffset}`)
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
const addChunk = prepared(
  (db: Queries, { disk_id, offset, length }: { disk_id: string; offset: number; length: number }) =>
    db
      .insertInto('disk_import_chunk')
      .values({ disk_id, chunk_offset: offset, chunk_length: length })
      .onConflict((again) => again.doNothing()),
)
