// The body of a bulk write, read without making a string of it: most of what an import would cost is JSON and base64.
// Only the plain shape that clients send is taken; anything else is read like every other body.
import { decodeBase64 } from './base64.ts'

interface Chunk {
  offset: number
  base64_encoded_data: string
}

/** JSON's own blanks and numbers: what it does not allow must not pass for plain. */
const BLANK = '[ \\t\\n\\r]*'
const spelt = (...words: string[]) => words.join(BLANK)
const OFFSET = spelt('"offset"', ':', '(0|[1-9]\\d{0,14})')

/** How far from either end the data begins and ends at most. */
export const NEAR = 96
export const BEFORE = new RegExp(spelt('^', '\\{', `(?:${spelt(OFFSET, ',', '')})?"base64_encoded_data"`, ':', '"'))
export const AFTER = new RegExp(spelt('"', `(?:${spelt(',', OFFSET, '')})?\\}`, '$'))

/** Bodies read this way: they say nothing in `base64_encoded_data`. */
const plain = new WeakMap<Chunk, { body: Uint8Array; letters: Uint8Array }>()

export function readPlainBody(body: Uint8Array): Chunk | undefined {
  const ascii = new TextDecoder()
  const before = BEFORE.exec(ascii.decode(body.subarray(0, NEAR)))
  const after = AFTER.exec(ascii.decode(body.subarray(Math.max(0, body.length - NEAR))))
  if (!before || !after) return undefined
  const end = body.length - after[0].length
  const start = before[0].length
  // an offset on both sides, or on neither, is for the patient reader to judge
  if (end < start || (before[1] === undefined) === (after[1] === undefined)) return undefined
  const chunk = { offset: Number(before[1] ?? after[1]), base64_encoded_data: '' }
  plain.set(chunk, { body, letters: body.subarray(start, end) })
  return chunk
}

/** Bodies that the host decoded. */
const decoded = new WeakMap<Chunk, Uint8Array>()

export function decodedBody({ offset, bytes }: { offset: number; bytes: Uint8Array }): Chunk {
  const chunk = { offset, base64_encoded_data: '' }
  decoded.set(chunk, bytes)
  return chunk
}

/** The bytes, or in words what is wrong with the text. */
export function bytesOf(chunk: Chunk): Uint8Array | string {
  const known = decoded.get(chunk)
  if (known) return known
  const read = plain.get(chunk)
  const letters = read?.letters ?? new TextEncoder().encode(chunk.base64_encoded_data)
  const bytes = decodeBase64(letters)
  return typeof bytes === 'string' && read ? (patiently(chunk, read.body) ?? bytes) : bytes
}

/** Not as plain as it looked: another field came after the data, or a slash was written as \/, which is as good JSON. */
function patiently({ offset }: Chunk, body: Uint8Array): Uint8Array | string | undefined {
  try {
    const chunk = JSON.parse(new TextDecoder().decode(body)) as Partial<Record<keyof Chunk, unknown>>
    const text = chunk.base64_encoded_data
    if (chunk.offset !== offset || typeof text !== 'string') return undefined
    return decodeBase64(new TextEncoder().encode(text))
  } catch {
    return undefined
  }
}
