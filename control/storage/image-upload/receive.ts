// The pieces of an image upload: checked, written and recorded.
import { HEADER_BYTES } from '#contract/image-format.ts'
import type { Input } from '#contract/api.ts'
import { blockErrorOf, stored } from '../block-error.ts'
import type { Ctx, Host } from '../../frame/context.ts'
import { conflict, Failure, invalidRequest } from '../../frame/errors.ts'
import { NO_STORAGE_LEFT } from '../../frame/image-tools.ts'
import { chargeFor } from './charge.ts'
import { findUpload, type UploadRow } from './find-upload.ts'
import { whyNotImage } from './supported.ts'
import { countPiece, forgetWritten, noteWritten, takePieces, writtenUntil } from './written.ts'

const MAX_UNRECORDED_BYTES = 256 * 2 ** 20
const RECORD_INTERVAL_MS = 1000

/** Returns the upload with what it has received by now. */
export async function receivePiece(
  ctx: Ctx,
  path: { upload: string },
  { offset, zeros }: Input<'image_upload_write'>['query'],
  body: AsyncIterable<Uint8Array>,
): Promise<UploadRow> {
  const { host } = ctx
  const row = await ctx.hold((now) => findReceiving(now, path))
  const written = writtenUntil(host, row)
  checkStart(row, written, offset)
  if (zeros === undefined) await receive(ctx, row, offset, body)
  else await skip(host, row, offset, zeros, body)
  countPiece(host, row.id)
  const end = writtenUntil(host, row)
  // a piece is repeated by someone who relies on the row, maybe because another replica answered
  const isRepeated = offset < written
  if (offset > 0 && !isRepeated && !isDue(row, ctx.now, end)) return { ...row, received: end }
  return record(ctx, row, end)
}

async function findReceiving(ctx: Ctx, path: { upload: string }) {
  const row = ctx.subject(await findUpload(ctx, path, 'modify'))
  // a conflict: the response to the last piece may have been lost
  if (row.state !== 'receiving') throw conflict(`image upload ${row.name} is ${row.state} and takes no more bytes`)
  return row
}

/** A piece that left a gap would make zeros of what is missing. */
function checkStart({ name, received }: UploadRow, written: number, offset: number): void {
  if (offset < received || offset > written)
    throw conflict(`image upload ${name} continues at byte ${received}, not ${offset}`)
}

function checkEnd({ name, size }: UploadRow, end: number): void {
  if (end > (size ?? 0)) throw invalidRequest(`image upload ${name} has only ${size} bytes`)
}

/** Each record costs a flush and a transaction, so pieces that arrive fast share one. */
function isDue({ received, size, time_modified }: UploadRow, now: string, end: number): boolean {
  const age = new Date(now).getTime() - new Date(time_modified).getTime()
  return end === size || end - received >= MAX_UNRECORDED_BYTES || age >= RECORD_INTERVAL_MS
}

/** So that nobody sends gigabytes in vain. A first piece that is too short for this is checked with the rest. */
async function checkHeader(host: Host, row: UploadRow, bytes: Uint8Array): Promise<void> {
  if (bytes.length < Math.min(row.size ?? 0, HEADER_BYTES)) return
  const problem = whyNotImage(host, bytes)
  if (problem) throw invalidRequest(problem)
  await chargeFor({ host, row }, bytes)
}

async function store(host: Host, row: UploadRow, offset: number, bytes: Uint8Array): Promise<void> {
  try {
    await stored(host.volumes.write(row.id, offset, bytes))
  } catch (error) {
    throw blockErrorOf(error) === 'full' ? new Failure('InsufficientCapacity', NO_STORAGE_LEFT) : error
  }
  noteWritten(host, row, offset, bytes.length)
}

/**
 * Writes each part while the next one arrives. What is written counts, even if the rest of the piece is lost. It is also recorded while a
 * slow piece goes on: the row tells others whether anybody is sending.
 */
async function receive(ctx: Ctx, row: UploadRow, offset: number, body: AsyncIterable<Uint8Array>): Promise<void> {
  const { host } = ctx
  let recorded = row
  let at = offset
  let writing = Promise.resolve()
  for await (const part of body) {
    checkEnd(row, at + part.length)
    if (at === 0) await checkHeader(host, row, part)
    await writing
    const now = host.clock.now().toISOString()
    if (at > offset && isDue(recorded, now, at)) recorded = await record(ctx, row, writtenUntil(host, row))
    writing = store(host, row, at, part)
    // a failure is thrown when it is awaited; until then it is not unhandled
    writing.catch(() => undefined)
    at += part.length
  }
  await writing
}

/** Zeros need no write: what was never written reads as zero. */
async function skip(host: Host, row: UploadRow, offset: number, zeros: number, body: AsyncIterable<Uint8Array>) {
  for await (const part of body) if (part.length > 0) throw invalidRequest('a piece is either bytes or zeros')
  checkEnd(row, offset + zeros)
  noteWritten(host, row, offset, zeros)
}

/** Flushed first: after a power cut, the upload continues after what was recorded. */
async function record(ctx: Ctx, { id }: UploadRow, end: number): Promise<UploadRow> {
  try {
    await stored(ctx.host.volumes.flush(id))
  } catch (error) {
    // what was written since the last flush may be lost
    forgetWritten(ctx.host, id)
    throw error
  }
  const news = takePieces(ctx.host, id)
  return ctx.write(async (inside) => {
    inside.event.pieces = 0
    const current = inside.subject(await findUpload(inside, { upload: id }, 'modify'))
    // another request may have written the same piece meanwhile
    if (current.state !== 'receiving') return current
    const received = Math.max(current.received, end)
    const isComplete = received === current.size
    const pieces = current.pieces + news
    const state = isComplete ? 'converting' : 'receiving'
    const changes = { received, pieces, state, time_modified: inside.now } as const
    if (isComplete) {
      inside.event.pieces = pieces
      inside.poke('image-upload')
    }
    const update = inside.db.updateTable('image_upload').set(changes).where('id', '=', id)
    return update.returningAll().executeTakeFirstOrThrow()
  })
}
