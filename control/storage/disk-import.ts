// Disk imports: chunks arrive in parallel and in any order, then the disk is finalized into an ordinary one.
import { MAX_CHUNK_BYTES } from '#contract/limits.ts'
import { decodeStrictly } from './base64.ts'
import { blockErrorOf, stored } from './block-error.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { betweenChunks, countChunks, mustBeImporting, storeChunk } from './disk-import-chunk.ts'
import { findDisk, spelled, type DiskRow } from './disk.ts'
import { invalidRequest } from '../frame/errors.ts'
import { mustBeUnclaimed } from './import-claim.ts'
import { type Found, findArchitecture, recordArchitecture } from './volume-architecture.ts'
import { createSnapshotOf } from './snapshot.ts'
import { recordLost } from './volume-outcome.ts'
import { settle } from './volume-work.ts'
import { recordImport } from './volume.ts'

function checkChunk(disk: DiskRow, offset: number, { length }: Uint8Array): void {
  if (length > MAX_CHUNK_BYTES)
    throw invalidRequest(`data length ${length} is more than the ${MAX_CHUNK_BYTES} bytes that one write may carry`)
  if (offset % disk.block_size !== 0) throw invalidRequest('Offset not block aligned')
  if (length % disk.block_size !== 0) throw invalidRequest('Data length not block size multiple')
  if (offset + length > disk.size)
    throw invalidRequest(`data at offset ${offset} would reach past the end of the disk, which has ${disk.size} bytes`)
}

type Selector = Parameters<typeof findDisk>[1]

async function findImporting(ctx: Ctx, selector: Selector): Promise<DiskRow> {
  const disk = ctx.subject(await findDisk(ctx, selector, 'modify'))
  mustBeImporting(disk)
  return disk
}

async function writeChunk(ctx: Ctx, selector: Selector, offset: number, read: () => Uint8Array): Promise<void> {
  const disk = await ctx.hold((now) => findImporting(now, selector))
  const bytes = read()
  checkChunk(disk, offset, bytes)
  await storeChunk(ctx.host, disk.id, offset, bytes)
}

function decode({ host }: Ctx, text: string): Uint8Array {
  const bytes = decodeStrictly(text, host.decodeBase64)
  if (typeof bytes === 'string') throw invalidRequest(`error base64 decoding data: ${bytes}`)
  return bytes
}

type Importing = 'import_ready' | 'importing_from_bulk_writes'

async function change(ctx: Ctx, selector: Selector, from: Importing, to: Importing) {
  const disk = ctx.subject(await findDisk(ctx, selector, 'modify'))
  if (disk.disk_state !== from)
    throw invalidRequest(`cannot set disk in state ${spelled(disk.disk_state)} to ${spelled(to)}`)
  await ctx.db.updateTable('disk').set({ disk_state: to }).where('id', '=', disk.id).execute()
  return disk
}

/** Ends the import; from now on only instances write to the disk. */
async function finalize(
  ctx: Ctx,
  disk: DiskRow,
  name: string | null | undefined,
  architecture: Found,
): Promise<string | undefined> {
  await recordArchitecture(ctx, disk.id, architecture)
  const last = await ctx.db
    .selectFrom('disk_import_chunk')
    .select(['chunk_offset', 'chunk_length'])
    .where('disk_id', '=', disk.id)
    .orderBy('chunk_offset', 'desc')
    .limit(1)
    .executeTakeFirst()
  await recordImport(ctx, disk.id, last ? last.chunk_offset + last.chunk_length : null)
  await ctx.db.deleteFrom('disk_import_chunk').where('disk_id', '=', disk.id).execute()
  const disk_state = name ? 'finalizing' : 'detached'
  await ctx.db.updateTable('disk').set({ disk_state }).where('id', '=', disk.id).execute()
  if (!name) return undefined
  const description = `snapshot of finalized disk ${disk.id}`
  return (await createSnapshotOf(ctx, disk, { name, description })).id
}

async function findFinalizable(ctx: Ctx, selector: Selector): Promise<DiskRow> {
  const disk = ctx.subject(await findDisk(ctx, selector, 'modify'))
  if (disk.disk_state !== 'import_ready')
    throw invalidRequest(`cannot finalize disk in state ${spelled(disk.disk_state)}`)
  return disk
}

async function flush({ host }: Ctx, id: string): Promise<void> {
  try {
    await stored(host.volumes.flush(id))
  } catch (error) {
    if (blockErrorOf(error) === 'lost') await recordLost(host, id)
    throw error
  }
}

export const diskImport = {
  async disk_bulk_write_import_start(ctx, { path, query }) {
    await change(ctx, { ...path, ...query }, 'import_ready', 'importing_from_bulk_writes')
  },

  disk_bulk_write_import: {
    outside: (ctx, { path, query, body }) =>
      writeChunk(ctx, { ...path, ...query }, body.offset, () => decode(ctx, body.base64_encoded_data)),
  },

  disk_blocks_write: {
    outside: (ctx, { path, query: { project, offset }, body }) =>
      writeChunk(ctx, { ...path, project }, offset, () => body),
  },

  disk_bulk_write_import_stop: {
    async outside(ctx, { path, query }) {
      const selector = { ...path, ...query }
      const { id } = await ctx.hold((now) => findDisk(now, selector, 'modify'))
      await betweenChunks(ctx.host, id, () =>
        ctx.write(async (inside) => {
          const disk = await change(inside, selector, 'importing_from_bulk_writes', 'import_ready')
          await mustBeUnclaimed(inside, disk.id)
          inside.event.pieces = (await countChunks(inside.db, disk.id)) || undefined
        }),
      )
      // from here on, everything acknowledged survives a power cut
      await flush(ctx, id)
    },
  },

  disk_finalize_import: {
    async outside(ctx, { path, query, body }) {
      const selector = { ...path, ...query }
      const disk = await findFinalizable(ctx, selector)
      const { id } = disk
      await ctx.hold((now) => findDisk(now, selector, 'modify'))
      await flush(ctx, id)
      const architecture = await findArchitecture(ctx.host, disk)
      const snapshot = await ctx.write(async (inside) =>
        finalize(inside, await findFinalizable(inside, selector), body.snapshot_name, architecture),
      )
      if (snapshot) await settle(ctx.host, snapshot)
    },
  },
} satisfies Handlers<
  | 'disk_bulk_write_import'
  | 'disk_blocks_write'
  | 'disk_bulk_write_import_start'
  | 'disk_bulk_write_import_stop'
  | 'disk_finalize_import'
>
