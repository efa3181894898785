// Chunks on their way into a disk. Each takes its stretch of the disk before a byte is written; those that come while others
// are being written wait and then take theirs in one transaction, because a transaction a chunk costs more than the chunk.
import type { Ctx, Host } from './context.ts'
import type { Queries, Tx } from './db/database.ts'
import { prepared } from './db/prepared.ts'
import { spelled, type DiskRow } from './disk.ts'
import { Failure, invalidRequest } from './errors.ts'
import { append, eventOf } from './events.ts'

interface Chunk {
  ctx: Ctx
  offset: number
  bytes: Uint8Array
  end(error?: unknown): void
}

/** The chunks of one disk. */
interface Line {
  waiting: Chunk[]
  isClaiming: boolean
  writing: number
  all: Set<Promise<void>>
}

const lines = new WeakMap<Host, Map<string, Line>>()

function lineOf(host: Host, disk_id: string): Line {
  const disks = lines.get(host) ?? new Map<string, Line>()
  lines.set(host, disks)
  const line = disks.get(disk_id) ?? { waiting: [], isClaiming: false, writing: 0, all: new Set() }
  disks.set(disk_id, line)
  return line
}

/** Done when the bytes are in the block store. */
export async function storeChunk(ctx: Ctx, disk_id: string, offset: number, bytes: Uint8Array): Promise<void> {
  const line = lineOf(ctx.host, disk_id)
  const stored = new Promise<void>((resolve, reject) => {
    const end = (error?: unknown) => (error === undefined ? resolve() : reject(error as Error))
    line.waiting.push({ ctx, offset, bytes, end })
  })
  line.all.add(stored)
  if (line.writing === 0) void advance(ctx.host, disk_id, line)
  try {
    await stored
  } finally {
    line.all.delete(stored)
    if (line.all.size === 0) lines.get(ctx.host)?.delete(disk_id)
  }
}

/** Whoever ends an import waits for what is on its way. */
export async function chunksStored(host: Host, disk_id: string): Promise<void> {
  await Promise.allSettled(lines.get(host)?.get(disk_id)?.all ?? [])
}

async function advance(host: Host, disk_id: string, line: Line): Promise<void> {
  if (line.isClaiming || line.waiting.length === 0) return
  line.isClaiming = true
  const group = line.waiting.splice(0)
  const refusals = await claim(host, disk_id, group)
  line.isClaiming = false
  for (const [number, chunk] of group.entries()) {
    const refusal = refusals[number]
    if (refusal === undefined) void write(host, disk_id, line, chunk)
    else chunk.end(refusal)
  }
  if (line.writing === 0) void advance(host, disk_id, line)
}

async function write(host: Host, disk_id: string, line: Line, { offset, bytes, end }: Chunk): Promise<void> {
  line.writing++
  try {
    await host.blocks.write(disk_id, offset, bytes)
    end()
  } catch (error) {
    end(error)
  }
  line.writing--
  void advance(host, disk_id, line)
}

/**
 * Why each may not be written, undefined when it may. The rows need not outlive a power cut that the bytes do not outlive:
 * waiting for the disk here would halve the speed.
 */
async function claim(host: Host, disk_id: string, group: readonly Chunk[]): Promise<unknown[]> {
  try {
    return await host.db.transaction(
      async (tx) => {
        const refusals: unknown[] = []
        // read again: whoever ended the import in between has waited for the chunks claimed before, not for these
        const [disk] = await diskOf(tx, { disk_id })
        for (const chunk of group) refusals.push(await claimOne(tx, disk, disk_id, chunk))
        return refusals
      },
      { durable: false },
    )
  } catch (error) {
    return group.map(() => error)
  }
}

/** The same chunk again is a retry and welcome; others that overlap would leave a content that depends on which came last. */
async function claimOne(tx: Tx, disk: ImportState | undefined, disk_id: string, { ctx, offset, bytes }: Chunk) {
  try {
    mustBeImporting(disk)
    const { length } = bytes
    if (length > 0 && (await isNew(tx, disk_id, offset, length))) await addChunk(tx, { disk_id, offset, length })
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  await append(ctx.host, tx, eventOf(ctx, 204))
  return undefined
}

type ImportState = Pick<DiskRow, 'disk_state'>

export function mustBeImporting(disk: ImportState | undefined): void {
  if (disk?.disk_state !== 'importing_from_bulk_writes')
    throw invalidRequest(
      `cannot import blocks with a bulk write for disk in state ${spelled(disk?.disk_state ?? 'destroyed')}`,
    )
}

/** False for a chunk that was written before. */
async function isNew(tx: Tx, disk_id: string, offset: number, length: number): Promise<boolean> {
  const [before] = await lastBefore(tx, { disk_id, end: offset + length })
  if (!before || before.chunk_offset + before.chunk_length <= offset) return true
  if (before.chunk_offset === offset && before.chunk_length === length) return false
  throw invalidRequest(`data at offset ${offset} overlaps what was written at offset ${before.chunk_offset}`)
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
    db.insertInto('disk_import_chunk').values({ disk_id, chunk_offset: offset, chunk_length: length }),
)
