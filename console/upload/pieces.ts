// The content of a file in pieces, in order: data as it fits into one request, and runs of zeros, which are not sent.
import { MAX_CHUNK_BYTES, MAX_UPLOAD_PIECE_BYTES } from '#contract/limits.ts'
import { UnreadableFile } from './asking.ts'
import type { Source } from './ports.ts'

export interface Piece {
  offset: number
  length: number
  /** null if all bytes are zero */
  data: Uint8Array<ArrayBuffer> | null
}

/** Long enough to pass quickly, short enough to show progress. */
const MAX_ZEROS_BYTES = 256 * 2 ** 20

/** The next ones are read while the caller sends one. */
export async function* piecesFrom(source: Source, start: number): AsyncGenerator<Piece, void> {
  let run: Piece[] = []
  let length = 0
  let reading = readChunks(source, start)
  for (let offset = start; offset < source.size; offset += MAX_UPLOAD_PIECE_BYTES) {
    const chunks = await reading
    reading = readChunks(source, offset + MAX_UPLOAD_PIECE_BYTES)
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
function readChunks(source: Source, start: number): Promise<Piece[]> {
  const end = Math.min(start + MAX_UPLOAD_PIECE_BYTES, source.size)
  const count = Math.max(0, Math.ceil((end - start) / MAX_CHUNK_BYTES))
  const read = async (index: number): Promise<Piece> => {
    const offset = start + index * MAX_CHUNK_BYTES
    const length = Math.min(MAX_CHUNK_BYTES, end - offset)
    return { offset, length, data: await source.read(offset, length) }
  }
  return Promise.all(Array.from({ length: count }, (_, index) => read(index))).catch((error: unknown) => {
    throw new UnreadableFile(error)
  })
}

function joined(run: readonly Piece[]): Piece {
  const { offset, data: first } = run[0]!
  const length = run.reduce((sum, chunk) => sum + chunk.length, 0)
  if (first === null || run.length === 1) return { offset, length, data: first }
  const data = new Uint8Array(length)
  for (const chunk of run) data.set(chunk.data!, chunk.offset - offset)
  return { offset, length, data }
}
