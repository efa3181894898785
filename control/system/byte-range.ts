// Range requests (RFC 9110, section 14): which bytes of a download a client wants, so that it can resume one.

export interface Span {
  start: number
  /** Not included. */
  end: number
}

/** Undefined: all of it. A header that is not understood, or asks for several ranges, is ignored as the standard allows. */
export function wantedSpan(headers: Headers, size: number, etag: string): Span | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(headers.get('range')?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  // the client has a part of something else
  const condition = headers.get('if-range')
  if (condition !== null && condition.trim() !== etag) return undefined
  if (first === '')
    return Number(last) > 0 && size > 0 ? { start: Math.max(0, size - Number(last)), end: size } : 'unsatisfiable'
  const [start, end] = [Number(first), last === '' ? size : Math.min(size, Number(last) + 1)]
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'unsatisfiable'
}

/** The part of a sequence of pieces that lies in the span. */
export async function* clipped(pieces: AsyncIterable<Uint8Array>, { start, end }: Span): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const piece of pieces) {
    const [from, to] = [Math.max(0, start - at), Math.min(piece.length, end - at)]
    if (from < to) yield piece.subarray(from, to)
    at += piece.length
    if (at >= end) return
  }
}
