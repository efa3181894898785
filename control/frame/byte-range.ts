// Range requests (RFC 9110, section 14), which let clients resume a download.

export interface Span {
  start: number
  /** Exclusive. */
  end: number
}

/** Undefined means everything. An invalid header, or one with several ranges, is ignored as the standard allows. */
export function wantedSpan(headers: Headers, size: number, etag: string): Span | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(headers.get('range')?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  // the client has part of a different version
  const condition = headers.get('if-range')
  if (condition !== null && condition.trim() !== etag) return undefined
  if (first === '')
    return Number(last) > 0 && size > 0 ? { start: Math.max(0, size - Number(last)), end: size } : 'unsatisfiable'
  const [start, end] = [Number(first), last === '' ? size : Math.min(size, Number(last) + 1)]
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'unsatisfiable'
}

/** The part of a stream of chunks that lies in the span. */
export async function* clipped(pieces: AsyncIterable<Uint8Array>, { start, end }: Span): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const piece of pieces) {
    const [from, to] = [Math.max(0, start - at), Math.min(piece.length, end - at)]
    if (from < to) yield piece.subarray(from, to)
    at += piece.length
    if (at >= end) return
  }
}
