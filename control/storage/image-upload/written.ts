// How far this process has written each upload. The row says less, because recording costs a flush and a transaction. A power cut loses
// what was not flushed, but it also ends this process and with it what is remembered here: then the row alone says where to continue.
import type { Host } from '../../frame/context.ts'

interface Upload {
  id: string
  received: number
}

/** Forgetting an upload only means that its sender repeats what was not recorded. */
const MAX_REMEMBERED = 1000

const ends = new WeakMap<Host, Map<string, number>>()

function endsOf(host: Host): Map<string, number> {
  let found = ends.get(host)
  if (!found) ends.set(host, (found = new Map()))
  return found
}

/** Everything before this is written. */
export const writtenUntil = (host: Host, { id, received }: Upload): number =>
  Math.max(received, endsOf(host).get(id) ?? 0)

/** Bytes after a gap do not count. Returns how far it is written now. */
export function noteWritten(host: Host, upload: Upload, offset: number, length: number): number {
  const before = writtenUntil(host, upload)
  if (offset > before) return before
  const end = Math.max(before, offset + length)
  const known = endsOf(host)
  // the oldest come first
  known.delete(upload.id)
  known.set(upload.id, end)
  const [oldest] = known.keys()
  if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest)
  return end
}

export const forgetWritten = (host: Host, id: string) => void endsOf(host).delete(id)
