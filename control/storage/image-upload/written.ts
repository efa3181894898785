// How far this process has written each upload, and in how many pieces. The row says less, because recording costs a flush and a
// transaction. A power cut loses what was not flushed, but it also ends this process and with it what is remembered here: then the row
// alone says where to continue.
import type { Host } from '../../frame/context.ts'

interface Upload {
  id: string
  received: number
}

interface Written {
  end: number
  /** Since the last record. */
  pieces: number
}

/** Forgetting an upload only means that its sender repeats what was not recorded. */
const MAX_REMEMBERED = 1000

const uploads = new WeakMap<Host, Map<string, Written>>()

function uploadsOf(host: Host): Map<string, Written> {
  let found = uploads.get(host)
  if (!found) uploads.set(host, (found = new Map()))
  return found
}

/** Everything before this is written. */
export const writtenUntil = (host: Host, { id, received }: Upload): number =>
  Math.max(received, uploadsOf(host).get(id)?.end ?? 0)

/** Bytes after a gap do not count. Returns how far it is written now. */
export function noteWritten(host: Host, upload: Upload, offset: number, length: number): number {
  const before = writtenUntil(host, upload)
  if (offset > before) return before
  const end = Math.max(before, offset + length)
  const known = uploadsOf(host)
  const { pieces } = known.get(upload.id) ?? { pieces: 0 }
  // the oldest come first
  known.delete(upload.id)
  known.set(upload.id, { end, pieces })
  const [oldest] = known.keys()
  if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest)
  return end
}

export function countPiece(host: Host, id: string): void {
  const written = uploadsOf(host).get(id)
  if (written) written.pieces++
}

/** Returns how many pieces have come since the last call. */
export function takePieces(host: Host, id: string): number {
  const written = uploadsOf(host).get(id)
  const pieces = written?.pieces ?? 0
  if (written) written.pieces = 0
  return pieces
}

export const forgetWritten = (host: Host, id: string) => void uploadsOf(host).delete(id)
