// The body of a bulk write, decoded while it comes in: whatever lies in the processor's caches is not fetched from memory
// again. Only the plain shape that clients send is read here. For any other the body is put together as it was sent, which
// base64 allows: what was decoded so far is encoded again.
import { AFTER, BEFORE, NEAR } from '#control/storage/bulk-write-body.ts'
import type { Caller } from '#control/frame/ports.ts'
import { decodeInto, type Place, window } from './chunk-memory.ts'

const AT_ONCE = 16
const LARGEST_PART = window.length - 2 * NEAR

export type Chunk = NonNullable<Caller['chunk']>

export interface ChunkReader {
  take(part: Buffer): void
  /** A chunk in `place`, or the whole body where it is not as plain as that. */
  end(): { chunk: Chunk } | { body: Uint8Array }
}

/** `total` is the length of the body, which its sender announced. */
export function makeChunkReader(total: number, place: Place): ChunkReader {
  let head: string | undefined
  let offset: string | undefined
  let size = 0
  /** Came in and not yet decoded. */
  let rest: Buffer = Buffer.alloc(0)
  let waiting = total
  let body: Buffer | undefined

  function decodeRest(length: number): void {
    let at = 0
    if (head === undefined) {
      if (length < NEAR && waiting > 0) return keep(0, length)
      const before = BEFORE.exec(window.toString('latin1', 0, Math.min(length, NEAR)))
      if (!before) return giveUp(length)
      head = before[0]
      offset = before[1]
      at = head.length
    }
    const sure = Math.max(0, length - at - Math.max(0, NEAR - waiting))
    const letters = sure - (sure % AT_ONCE)
    if (!decodeInto(place, size, at, letters)) return giveUp(length, at)
    size += (letters / 4) * 3
    keep(at + letters, length)
  }

  function keep(from: number, to: number): void {
    rest = Buffer.from(window.subarray(from, to))
  }

  function giveUp(length: number, at = 0): void {
    const before = head === undefined ? '' : head + place.toString('base64', 0, size)
    body = Buffer.alloc(total)
    const start = body.write(before, 'latin1')
    window.copy(body, start, at, length)
    rest = body.subarray(0, start + length - at)
  }

  function takeSmall(part: Buffer): void {
    waiting -= part.length
    if (body) {
      part.copy(body, rest.length)
      rest = body.subarray(0, rest.length + part.length)
      return
    }
    rest.copy(window)
    part.copy(window, rest.length)
    decodeRest(rest.length + part.length)
  }

  /** The last letters, and whether they are the last. */
  function lastOf(): Chunk | undefined {
    const text = rest.toString('latin1')
    const after = head === undefined ? null : AFTER.exec(text)
    // an offset on both sides, or on neither, is for the patient reader to judge
    if (!after || (offset === undefined) === (after[1] === undefined)) return undefined
    const letters = text.slice(0, -after[0].length)
    const last = Buffer.from(letters, 'base64')
    if (last.toString('base64') !== letters) return undefined
    last.copy(place, size)
    return { offset: Number(offset ?? after[1]), bytes: place.subarray(0, size + last.length) }
  }

  return {
    take(part) {
      for (let at = 0; at < part.length; at += LARGEST_PART) takeSmall(part.subarray(at, at + LARGEST_PART))
    },
    end() {
      const chunk = body ? undefined : lastOf()
      if (chunk) return { chunk }
      if (!body) {
        rest.copy(window)
        giveUp(rest.length)
      }
      return { body: rest }
    },
  }
}
