// Bodies of bulk writes, read into buffers that are used again: memory fresh from the system costs more than all else that
// is done with a chunk, and buffers of this size keep the garbage collector busy.
import type { IncomingMessage } from 'node:http'
import { pathOf } from './log.ts'

const CHUNK = 512 * 1024
/** A whole chunk in base64, and room for the JSON around it. */
const LONGEST = Math.ceil(CHUNK / 3) * 4 + 1024
/** As many as a browser sends at once. More may be under way; these are kept. */
const KEPT = 6

const idle: Buffer[] = []
const halves = new WeakSet<ArrayBufferLike>()

export interface BulkBody {
  bytes: Uint8Array
  /** Nobody may look at the bytes, nor at what was decoded from them, after this. */
  release(): void
}

/** Whether it is worth a buffer: anything unusual goes the usual way. */
export function isBulkBody({ method, url, headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? 0)
  return method === 'POST' && length > CHUNK / 8 && length <= LONGEST && pathOf(url).endsWith('/bulk-write')
}

/** Undefined: the sender gave up. */
export function readBulkBody(incoming: IncomingMessage): Promise<BulkBody | undefined> {
  const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(LONGEST + CHUNK)
  halves.add(buffer.buffer)
  const release = () => void (idle.length < KEPT && idle.push(buffer))
  let at = 0
  return new Promise((resolve) => {
    incoming.on('data', (part: Buffer) => {
      at += part.copy(buffer, at)
    })
    incoming.once('end', () => resolve({ bytes: buffer.subarray(0, at), release }))
    incoming.once('close', () => {
      if (incoming.complete) return
      release()
      resolve(undefined)
    })
  })
}

/** Where to decode to: the other half of the buffer that the letters lie in. */
export function roomFor(letters: Uint8Array, length: number): Buffer | undefined {
  return halves.has(letters.buffer) && length <= CHUNK ? Buffer.from(letters.buffer, LONGEST, length) : undefined
}
