// The upload of an image that the host makes of a file, or of a URL that it fetches, for the console and the command line. The host
// keeps what has arrived, so the same file continues where it stopped.
import type { Data, Model, Params } from './client.ts'
import { ApiError } from './errors.ts'
import { MAX_CHUNK_BYTES, MAX_UPLOAD_PIECE_BYTES } from './limits.ts'

export type Staged = Model<'ImageUpload'>
export type StagedOperation = 'image_upload_create' | 'image_upload_view' | 'image_upload_write'

/** The bytes of this range; null when all of them are zero. */
export type Read = (offset: number, length: number) => Promise<Uint8Array<ArrayBuffer> | null>

export interface StagedFile {
  type: 'file'
  size: number
  /** the same for the same file, unless it was changed */
  fingerprint: string
}

interface StagedUpload {
  /** Retries what may succeed a moment later; throws an error with the status of a refusal. */
  call: <Op extends StagedOperation>(operation: Op, params: Params<Op>) => Promise<Data<Op>>
  project: string
  image: Omit<Params<'image_upload_create'>['body'], 'source'>
  from: { source: StagedFile; read: Read } | { source: { type: 'url'; url: string } }
  wait: (ms: number) => Promise<void>
  signal: AbortSignal
  /** After every answer, with the bytes that were sent since the one before. Zeros arrive without being sent. */
  onProgress: (staged: Staged, sent: number) => void
}

const POLL_INTERVAL_MS = 500
const CONFLICT = 409

/** Resolves when the image exists. */
export async function uploadStaged(job: StagedUpload): Promise<Staged> {
  const { call, project, image, from, wait, signal, onProgress } = job
  let at: Staged = await call('image_upload_create', { query: { project }, body: { ...image, source: from.source } })
  onProgress(at, 0)
  const path = { upload: at.id }
  const view = () => call('image_upload_view', { path })

  async function write({ offset, length, data }: Piece): Promise<Staged> {
    const query = data ? { offset } : { offset, zeros: length }
    try {
      return await call('image_upload_write', { path, query, body: data ?? new Uint8Array() })
    } catch (error) {
      // the response to an earlier attempt was lost
      if ((error as { status?: number }).status === CONFLICT) return view()
      throw error
    }
  }

  /** The host says where to continue: after a lost response, that may be elsewhere. */
  async function send(read: Read, size: number): Promise<void> {
    while (at.state === 'receiving' && at.received < size)
      for await (const piece of piecesOf(read, size, at.received)) {
        signal.throwIfAborted()
        at = await write(piece)
        onProgress(at, piece.data?.length ?? 0)
        if (at.state !== 'receiving' || at.received !== piece.offset + piece.length) break
      }
  }

  if ('read' in from) await send(from.read, from.source.size)
  for (;;) {
    const before = at.received
    at = await view()
    onProgress(at, at.received - before)
    if (at.state === 'done') return at
    if (at.state === 'failed') throw new ApiError('image_upload_view', { status: 400, message: at.problem ?? '' })
    await wait(POLL_INTERVAL_MS)
    signal.throwIfAborted()
  }
}

/** Data as it fits into one request, or a run of zeros, which are not sent. */
interface Piece {
  offset: number
  length: number
  /** null if all bytes are zero */
  data: Uint8Array<ArrayBuffer> | null
}

/** Long enough to pass quickly, short enough to show progress. */
const MAX_ZEROS_BYTES = 256 * 2 ** 20

/** The pieces in order. The next ones are read while the caller sends one. */
async function* piecesOf(read: Read, size: number, start: number): AsyncGenerator<Piece, void> {
  let run: Piece[] = []
  let length = 0
  let reading = readChunks(read, size, start)
  for (let offset = start; offset < size; offset += MAX_UPLOAD_PIECE_BYTES) {
    const chunks = await reading
    reading = readChunks(read, size, offset + MAX_UPLOAD_PIECE_BYTES)
    // a failure is thrown when its turn comes, which it does not for a caller that stops before
    reading.catch(() => undefined)
    for (const chunk of chunks) {
      const isZero = chunk.data === null
      const max = isZero ? MAX_ZEROS_BYTES : MAX_UPLOAD_PIECE_BYTES
      if (run[0] && ((run[0].data === null) !== isZero || length + chunk.length > max)) {
        yield joined(run)
        run = []
        length = 0
      }
      run.push(chunk)
      length += chunk.length
    }
  }
  if (run.length > 0) yield joined(run)
}

/** At most as many bytes as one piece, and none after the end. */
function readChunks(read: Read, size: number, start: number): Promise<Piece[]> {
  const end = Math.min(start + MAX_UPLOAD_PIECE_BYTES, size)
  const count = Math.max(0, Math.ceil((end - start) / MAX_CHUNK_BYTES))
  const readOne = async (index: number): Promise<Piece> => {
    const offset = start + index * MAX_CHUNK_BYTES
    const length = Math.min(MAX_CHUNK_BYTES, end - offset)
    return { offset, length, data: await read(offset, length) }
  }
  return Promise.all(Array.from({ length: count }, (_, index) => readOne(index)))
}

function joined(run: readonly Piece[]): Piece {
  const { offset, data: first } = run[0]!
  const length = run.reduce((sum, chunk) => sum + chunk.length, 0)
  if (first === null || run.length === 1) return { offset, length, data: first }
  const data = new Uint8Array(length)
  for (const chunk of run) data.set(chunk.data!, chunk.offset - offset)
  return { offset, length, data }
}
