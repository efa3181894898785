// Counts the elements of a DER structure before an ASN.1 library builds an object for each. The libraries recurse, so depth
// is bounded too.

export const MAX_DER_ELEMENTS = 4096
export const MAX_DER_DEPTH = 32

/** Undefined when the structure is safe to parse; otherwise the reason. */
export function derProblem(der: Uint8Array): string | undefined {
  let elements = 0
  /** Where the enclosing structures end, outermost first. */
  const ends = [der.length]
  let at = 0
  while (at < der.length) {
    while (at === ends.at(-1) && ends.length > 1) ends.pop()
    const end = ends.at(-1)!
    if (at >= end) return 'it is not DER'
    if (++elements > MAX_DER_ELEMENTS) return `it has more than ${MAX_DER_ELEMENTS} elements`
    const header = readHeader(der, at, end)
    if (!header) return 'it is not DER'
    at = header.from
    if (header.isConstructed && header.to > header.from) {
      if (ends.length > MAX_DER_DEPTH) return `it nests deeper than ${MAX_DER_DEPTH}`
      ends.push(header.to)
    } else at = header.to
  }
  return elements > 0 ? undefined : 'it is empty'
}

function readHeader(der: Uint8Array, at: number, end: number) {
  const tag = der[at] ?? 0
  const first = der[at + 1]
  // multi-byte tags and indefinite lengths do not occur in certificates and keys
  if (first === undefined || (tag & 0x1f) === 0x1f || first === 0x80 || first > 0x84) return undefined
  const size = first < 0x80 ? 0 : first & 0x7f
  let length = size === 0 ? first : 0
  for (let n = 0; n < size; n++) length = length * 256 + (der[at + 2 + n] ?? Number.NaN)
  const from = at + 2 + size
  const to = from + length
  return to <= end ? { from, to, isConstructed: (tag & 0x20) !== 0 } : undefined
}
