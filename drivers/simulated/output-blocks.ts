// Splits console output into blocks of a fixed size. The first and last mebibyte are kept, the middle is dropped. Offsets count from the
// first byte of a start and never change.

export const BLOCK_BYTES = 16 * 1024
const HEAD_BYTES = 1024 * 1024
const TAIL_BYTES = 1024 * 1024

export interface OutputBlock {
  number: number
  bytes: Uint8Array
}

export interface Span {
  from: number
  to: number
}

/** The dropped middle after `total` bytes. Empty (from === to) while everything is kept. */
export function gapOf(total: number): Span {
  const from = Math.min(total, HEAD_BYTES)
  return { from, to: Math.max(from, total - TAIL_BYTES) }
}

/** The range to read for `max_bytes` from an offset: contiguous, and past the gap if the offset is inside it. */
export function readableSpan(total: number, from: number, max_bytes: number): Span & { skipped: number } {
  const gap = gapOf(total)
  const begin = from >= gap.from && from < gap.to ? gap.to : Math.min(from, total)
  const kept_until = begin < gap.from && gap.from < gap.to ? gap.from : total
  return { from: begin, to: Math.min(kept_until, begin + max_bytes), skipped: Math.max(0, begin - from) }
}

export const blockAt = (offset: number) => Math.floor(offset / BLOCK_BYTES)

/** The blocks to write when `bytes` are appended to `printed` bytes. `last` is the block that the first of them goes into. */
export function appended(printed: number, last: Uint8Array | undefined, bytes: Uint8Array): OutputBlock[] {
  const gap = gapOf(printed + bytes.length)
  const blocks: OutputBlock[] = []
  for (let done = 0; done < bytes.length;) {
    const offset = printed + done
    const inside = offset % BLOCK_BYTES
    const piece = bytes.subarray(done, done + BLOCK_BYTES - inside)
    done += piece.length
    const begin = offset - inside
    if (begin >= gap.from && begin + BLOCK_BYTES <= gap.to) continue
    blocks.push({
      number: blockAt(offset),
      bytes: inside === 0 ? piece : joined([last ?? new Uint8Array(inside), piece]),
    })
  }
  return blocks
}

/** The numbers of the blocks that are dropped completely. */
export function forgottenBlocks(total: number): Span {
  const gap = gapOf(total)
  const from = Math.ceil(gap.from / BLOCK_BYTES)
  return { from, to: Math.max(from, blockAt(gap.to)) }
}

/** The bytes of a span, or undefined if a block is missing. */
export function sliceOf(blocks: readonly OutputBlock[], { from, to }: Span): Uint8Array | undefined {
  const bytes = new Uint8Array(to - from)
  const known = new Map(blocks.map((block) => [block.number, block.bytes]))
  for (let offset = from; offset < to;) {
    const inside = offset % BLOCK_BYTES
    const piece = known.get(blockAt(offset))?.subarray(inside, inside + to - offset)
    if (!piece || piece.length < Math.min(to - offset, BLOCK_BYTES - inside)) return undefined
    bytes.set(piece, offset - from)
    offset += piece.length
  }
  return bytes
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
