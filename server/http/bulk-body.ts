// Which requests carry a chunk of an import, and how their bodies are read: into memory that is used again.
import type { IncomingMessage } from 'node:http'
import { MessageChannel } from 'node:worker_threads'
import { CHUNK, givePlaceBack, LONGEST, takePlace } from './chunk-memory.ts'
import { type Chunk, makeChunkReader } from './chunk-reader.ts'
import { pathOf } from '../log.ts'

export interface BulkBody {
  /** Only one of these is there. */
  chunk?: Chunk
  body?: Uint8Array
  /** Nobody may look at them after this. */
  release(): void
}

const lengthOf = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0)

/** Whether it is worth a place: anything unusual goes the usual way. */
export function isBulkBody(incoming: IncomingMessage): boolean {
  const length = lengthOf(incoming)
  const isLarge = length > CHUNK / 8 && length <= LONGEST
  return incoming.method === 'POST' && isLarge && pathOf(incoming.url).endsWith('/bulk-write')
}

/** Undefined: the sender gave up, or there is no place and nothing was read. */
export function readBulkBody(incoming: IncomingMessage): Promise<BulkBody | undefined> | undefined {
  const place = takePlace()
  if (!place) return undefined
  keepFreedMemory()
  const release = () => givePlaceBack(place)
  const reader = makeChunkReader(lengthOf(incoming), place)
  return new Promise((resolve) => {
    incoming.on('data', (part: Buffer) => {
      reader.take(part)
      discard(part)
    })
    incoming.once('end', () => resolve({ ...reader.end(), release }))
    incoming.once('close', () => {
      if (incoming.complete) return
      release()
      resolve(undefined)
    })
  })
}

const { port1: nobody, port2: closed } = new MessageChannel()
closed.close()
nobody.unref()

/** Frees it now: left to the garbage collector, the parts of a large import keep that busy and push out what is warm. */
function discard(part: Buffer): void {
  // one that shares its memory with others is not ours to free
  if (part.length === part.buffer.byteLength) nobody.postMessage(undefined, [part.buffer as ArrayBuffer])
}

let keeps = false

/**
 * Node reads a body in buffers of 64 KiB and frees them by the dozen; the C library gives those back to the system at once
 * and asks for them again, page by page. One large block freed tells it not to, see M_TRIM_THRESHOLD in mallopt(3):
 * from then on it keeps up to twice as much.
 */
function keepFreedMemory(): void {
  if (keeps) return
  keeps = true
  discard(Buffer.allocUnsafeSlow(24 * 1024 * 1024))
}
