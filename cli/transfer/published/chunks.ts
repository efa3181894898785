// Sends a file's missing chunks to a disk, several at a time.
import { MAX_CHUNK_BYTES } from '#contract/limits.ts'
import type { Api, WireCall } from '../../api.ts'
import { Refused } from '../../failure.ts'
import type { Io } from '../../io.ts'
import { retry } from '../retry.ts'
import type { Journal } from './journal.ts'
import { chunkLength, type Source } from './source.ts'

const PARALLEL_CHUNKS = 6

interface Job {
  api: Api
  io: Io
  source: Source
  journal: Journal
  blockSize: number
  /** path and query of the disk */
  at: WireCall
  onDone: (bytes: number) => void
}

type WriteChunk = (offset: number, bytes: Uint8Array, signal: AbortSignal) => Promise<unknown>

export async function sendChunks(job: Job): Promise<void> {
  const { io, source, journal, blockSize, onDone } = job
  const failed = new AbortController()
  const signal = AbortSignal.any([io.signal, failed.signal])
  const writeChunk = await chooseWriter(job, signal)
  const last = source.chunks - 1
  let next = 0
  const sender = async () => {
    for (let chunk = next++; chunk <= last; chunk = next++) {
      signal.throwIfAborted()
      if (!journal.done.has(chunk)) {
        const bytes = await source.read(chunk, blockSize)
        const length = chunkLength(source.size, chunk)
        // a new disk reads as zeros; the last chunk is always sent, because it marks the end of the contents
        const body = bytes ?? (chunk === last ? new Uint8Array(Math.ceil(length / blockSize) * blockSize) : undefined)
        // not aborted when another chunk fails: a chunk the host has accepted need not be sent again
        if (body) await retry(io, signal, () => writeChunk(chunk * MAX_CHUNK_BYTES, body, io.signal))
        journal.add(chunk)
      }
      onDone(chunkLength(source.size, chunk))
    }
  }
  const outcomes = await Promise.allSettled(
    Array.from({ length: PARALLEL_CHUNKS }, () =>
      sender().catch((error: unknown) => {
        failed.abort()
        throw error
      }),
    ),
  )
  io.signal.throwIfAborted()
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  // the first failure is the reason; the others were aborted because of it
  const reason = reasons.find((each) => (each as Error).name !== 'AbortError') ?? reasons[0]
  if (reason) throw reason
}

/** Plain bytes if the host accepts them, otherwise base64 in JSON. An empty chunk, which changes nothing, finds out. */
async function chooseWriter({ api, at, io }: Job, signal: AbortSignal): Promise<WriteChunk> {
  const writeBytes: WriteChunk = async (offset, body, abort) => {
    const reply = await api.open('disk_blocks_write', { ...at, query: { ...at.query, offset }, body }, abort)
    reply.body.resume()
    return reply
  }
  const writeJson: WriteChunk = (offset, bytes, abort) => {
    const body = { offset, base64_encoded_data: Buffer.from(bytes).toString('base64') }
    return api.call('disk_bulk_write_import', { ...at, body }, abort)
  }
  try {
    const reply = (await retry(io, signal, () => writeBytes(0, new Uint8Array(), signal))) as { status: number }
    // a host that answers unknown paths with a page has not accepted the chunk
    return reply.status === 204 ? writeBytes : writeJson
  } catch (error) {
    if (error instanceof Refused && (error.status === 404 || error.status === 405)) return writeJson
    throw error
  }
}
