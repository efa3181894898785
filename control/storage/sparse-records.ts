// Writes the format of sparse downloads (contract/content.ts).
import { isZero } from '#contract/is-zero.ts'

const HEADER_BYTES = 16
/** So that a client hears something while a terabyte of zeros is read. */
const MAX_SILENCE_BYTES = 256 * 2 ** 20

export async function* sparseRecords(pieces: AsyncIterable<Uint8Array>, start: number): AsyncGenerator<Uint8Array> {
  let [offset, said] = [start, start]
  for await (const piece of pieces) {
    if (!isZero(piece)) {
      yield header(offset, piece.length)
      yield piece
      said = offset + piece.length
    }
    offset += piece.length
    if (offset - said < MAX_SILENCE_BYTES) continue
    yield header(offset, 0)
    said = offset
  }
  yield header(offset, 0)
}

function header(offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  view.setBigUint64(0, BigInt(offset))
  view.setBigUint64(8, BigInt(length))
  return bytes
}
