// Filling a disk with bytes sent in chunks, in any order and side by side, then making it an ordinary disk.
import type { Input } from '#contract/api.ts'
import { blockErrorOf } from './block-error.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { bytesOf } from './bulk-write-body.ts'
import { betweenChunks, mustBeImporting, storeChunk } from './disk-import-chunk.ts'
import { findDisk, spelled, type DiskRow } from './disk.ts'
import { invalidRequest } from '../frame/errors.ts'
import { createSnapshotOf } from './snapshot.ts'
import { noteLost } from './volume-outcome.ts'
import { settle } from './volume-work.ts'
import { noteImport } from './volume.ts'

const LARGEST_CHUNK = 512 * 1024

function checkedBytes(ctx: Ctx, disk: DiskRow, body: Input<'disk_bulk_write_import'>['body']): Uint8Array {
  const { offset } = body
  const bytes = bytesOf(body)
  if (typeof bytes === 'string') throw invalidRequest(`error base64 decoding data: ${bytes}`)
  if (bytes.length > LARGEST_CHUNK)
    throw invalidRequest(`data length ${bytes.length} is more than the ${LARGEST_CHUNK} bytes that one write may carry`)
  if (offset % disk.block_size !== 0) throw invalidRequest('Offset not block aligned')
  if (bytes.length % disk.block_size !== 0) throw invalidRequest('Data length not block size multiple')
  if (offset + bytes.length > disk.size)
    throw invalidRequest(`data at offset ${offset} would reach past the end of the disk, which has ${disk.size} bytes`)
  return bytes
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

async function flush({ host }: Ctx, id: string): Promise<void> {
  try {
    await host.blocks.flush(id)
  } catch (error) {
    if (blockErrorOf(error) === 'lost') await noteLost(host, id)
    throw error
  }
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
      await storeChunk(ctx, disk.id, body.offset, bytes)
    },
  },

  disk_bulk_write_import_stop: {
    async outside(ctx, { path, query }) {
      const selector = { ...path, ...query }
      const { id } = await findDisk(ctx, selector, 'modify')
      await betweenChunks(ctx.host, id, () =>
        ctx.write((inside) => change(inside, selector, 'importing_from_bulk_writes', 'import_ready')),
      )
      // everything acknowledged survives a power cut from here on
      await flush(ctx, id)
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
