// Filling a disk with bytes sent in chunks, in any order and side by side, then making it an ordinary disk.
import type { Input } from '#contract/api.ts'
import type { Ctx, Handlers } from './context.ts'
import { bytesOf } from './bulk-write-body.ts'
import type { Tx } from './db/database.ts'
import { findDisk, spelled, type DiskRow } from './disk.ts'
import { invalidRequest } from './errors.ts'
import { append, eventOf } from './events.ts'
import { createSnapshotOf } from './snapshot.ts'
import { settle } from './volume-work.ts'
import { noteImport } from './volume.ts'

const LARGEST_CHUNK = 512 * 1024

/** Chunks that are on their way into the block store. Whoever ends an import waits for these. */
const onTheWay = new WeakMap<Ctx['host'], Map<string, Set<Promise<void>>>>()

async function underWay(ctx: Ctx, id: string, work: Promise<void>): Promise<void> {
  const disks = onTheWay.get(ctx.host) ?? new Map<string, Set<Promise<void>>>()
  onTheWay.set(ctx.host, disks)
  const own = disks.get(id) ?? new Set()
  disks.set(id, own)
  own.add(work)
  try {
    await work
  } finally {
    own.delete(work)
    if (own.size === 0) disks.delete(id)
  }
}

/** Everything acknowledged so far survives a power cut. */
async function flush(ctx: Ctx, id: string): Promise<void> {
  await Promise.allSettled(onTheWay.get(ctx.host)?.get(id) ?? [])
  await ctx.host.blocks.flush(id)
}

function mustBeImporting(disk: DiskRow | undefined): void {
  if (disk?.disk_state !== 'importing_from_bulk_writes')
    throw invalidRequest(
      `cannot import blocks with a bulk write for disk in state ${spelled(disk?.disk_state ?? 'destroyed')}`,
    )
}

function checkedBytes(ctx: Ctx, disk: DiskRow, body: Input<'disk_bulk_write_import'>['body']): Uint8Array {
  const { offset } = body
  const bytes = bytesOf(body, ctx.host.base64)
  if (typeof bytes === 'string') throw invalidRequest(`error base64 decoding data: ${bytes}`)
  if (bytes.length > LARGEST_CHUNK)
    throw invalidRequest(`data length ${bytes.length} is more than the ${LARGEST_CHUNK} bytes that one write may carry`)
  if (offset % disk.block_size !== 0) throw invalidRequest('Offset not block aligned')
  if (bytes.length % disk.block_size !== 0) throw invalidRequest('Data length not block size multiple')
  if (offset + bytes.length > disk.size)
    throw invalidRequest(`data at offset ${offset} would reach past the end of the disk, which has ${disk.size} bytes`)
  return bytes
}

/**
 * Takes the stretch for this chunk, before a byte is written. The same chunk again is a retry and welcome; chunks that
 * overlap otherwise would leave a content that depends on which came last.
 */
async function claim(ctx: Ctx, tx: Tx, disk_id: string, offset: number, length: number): Promise<void> {
  // read again: whoever ended the import in between has waited for the chunks claimed before, not for this one
  mustBeImporting(await tx.selectFrom('disk').selectAll().where('id', '=', disk_id).executeTakeFirst())
  if (length > 0 && (await isNew(tx, disk_id, offset, length))) {
    const chunk = { disk_id, chunk_offset: offset, chunk_length: length }
    await tx.insertInto('disk_import_chunk').values(chunk).execute()
  }
  await append(ctx.host, tx, eventOf(ctx, 204))
}

/** False for a chunk that was written before. */
async function isNew(tx: Tx, disk_id: string, offset: number, length: number): Promise<boolean> {
  const before = await tx
    .selectFrom('disk_import_chunk')
    .select(['chunk_offset', 'chunk_length'])
    .where('disk_id', '=', disk_id)
    .where('chunk_offset', '<', offset + length)
    .orderBy('chunk_offset', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!before || before.chunk_offset + before.chunk_length <= offset) return true
  if (before.chunk_offset === offset && before.chunk_length === length) return false
  throw invalidRequest(`data at offset ${offset} overlaps what was written at offset ${before.chunk_offset}`)
}

/** The row need not outlive a power cut that the bytes do not outlive: waiting for the disk here would halve the speed. */
async function store(ctx: Ctx, id: string, offset: number, bytes: Uint8Array): Promise<void> {
  await ctx.host.db.transaction((tx) => claim(ctx, tx, id, offset, bytes.length), { durable: false })
  await ctx.host.blocks.write(id, offset, bytes)
}

type Importing = 'import_ready' | 'importing_from_bulk_writes'

async function change(ctx: Ctx, selector: Parameters<typeof findDisk>[1], from: Importing, to: Importing) {
  const disk = await findDisk(ctx, selector, 'modify')
  if (disk.disk_state !== from)
    throw invalidRequest(`cannot set disk in state ${spelled(disk.disk_state)} to ${spelled(to)}`)
  await ctx.db.updateTable('disk').set({ disk_state: to }).where('id', '=', disk.id).execute()
  return disk
}

/** No longer an import: what is written from now on comes from machines. */
async function finalize(ctx: Ctx, disk: DiskRow, name: string | null | undefined): Promise<string | undefined> {
  const last = await ctx.db
    .selectFrom('disk_import_chunk')
    .select(['chunk_offset', 'chunk_length'])
    .where('disk_id', '=', disk.id)
    .orderBy('chunk_offset', 'desc')
    .limit(1)
    .executeTakeFirst()
  await noteImport(ctx, disk.id, last ? last.chunk_offset + last.chunk_length : null)
  await ctx.db.deleteFrom('disk_import_chunk').where('disk_id', '=', disk.id).execute()
  const disk_state = name ? 'finalizing' : 'detached'
  await ctx.db.updateTable('disk').set({ disk_state }).where('id', '=', disk.id).execute()
  if (!name) return undefined
  const description = `snapshot of finalized disk ${disk.id}`
  return (await createSnapshotOf(ctx, disk, { name, description })).id
}

async function findFinalizable(ctx: Ctx, selector: Parameters<typeof findDisk>[1]): Promise<DiskRow> {
  const disk = await findDisk(ctx, selector, 'modify')
  if (disk.disk_state !== 'import_ready')
    throw invalidRequest(`cannot finalize disk in state ${spelled(disk.disk_state)}`)
  return disk
}

export const diskImport = {
  async disk_bulk_write_import_start(ctx, { path, query }) {
    await change(ctx, { ...path, ...query }, 'import_ready', 'importing_from_bulk_writes')
  },

  disk_bulk_write_import: {
    async outside(ctx, { path, query, body }) {
      const disk = await findDisk(ctx, { ...path, ...query }, 'modify')
      mustBeImporting(disk)
      const bytes = checkedBytes(ctx, disk, body)
      await underWay(ctx, disk.id, store(ctx, disk.id, body.offset, bytes))
    },
  },

  disk_bulk_write_import_stop: {
    async outside(ctx, { path, query }) {
      const disk = await ctx.write((inside) =>
        change(inside, { ...path, ...query }, 'importing_from_bulk_writes', 'import_ready'),
      )
      await flush(ctx, disk.id)
    },
  },

  disk_finalize_import: {
    async outside(ctx, { path, query, body }) {
      const selector = { ...path, ...query }
      const { id } = await findFinalizable(ctx, selector)
      await flush(ctx, id)
      const snapshot = await ctx.write(async (inside) =>
        finalize(inside, await findFinalizable(inside, selector), body.snapshot_name),
      )
      if (snapshot) await settle(ctx.host, snapshot)
    },
  },
} satisfies Handlers<
  'disk_bulk_write_import' | 'disk_bulk_write_import_start' | 'disk_bulk_write_import_stop' | 'disk_finalize_import'
>
