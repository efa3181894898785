// Sends the content in chunks: several in parallel, each read when its turn comes, zeros left out.
import { MAX_CHUNK_BYTES } from '#contract/limits.ts'
import { isUnknownOperation, retry, UnreadableFile, type Ask } from '../asking.ts'
import type { BlockSize, Ports, Source } from '../ports.ts'

export const PARALLEL_CHUNKS = 6

export interface ChunkJob {
  ask: Ask
  ports: Pick<Ports, 'wait' | 'online' | 'encode'>
  source: Source
  blockSize: BlockSize
  target: { path: { disk: string }; query: { project: string } }
  signal: AbortSignal
  /** bytes of the content that are done, and how many of them were sent */
  onDone: (bytes: number, sent: number) => void
}

type WriteChunk = (offset: number, data: Uint8Array<ArrayBuffer>, signal: AbortSignal) => Promise<unknown>

/** Resolves when every chunk has arrived. Rejects when one could not be sent, after all others have ended. */
export async function sendChunks(job: ChunkJob): Promise<void> {
  const count = Math.ceil(job.source.size / MAX_CHUNK_BYTES)
  const failed = new AbortController()
  const signal = AbortSignal.any([job.signal, failed.signal])
  const write = await chooseWriter(job)
  let next = 0
  const sendNext = async () => {
    for (let index = next++; index < count && !signal.aborted; index = next++) {
      await sendChunk({ ...job, signal }, write, index, index === count - 1)
    }
  }
  const senders = Array.from({ length: PARALLEL_CHUNKS }, () =>
    sendNext().catch((error: unknown) => {
      failed.abort()
      throw error
    }),
  )
  const outcomes = await Promise.allSettled(senders)
  job.signal.throwIfAborted()
  // the first failure is the reason; the others were aborted because of it
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  const reason = reasons.find((one) => !(one instanceof DOMException && one.name === 'AbortError')) ?? reasons[0]
  if (reason) throw reason
}

/** Plain bytes if the host accepts them, otherwise base64 in JSON. An empty chunk, which changes nothing, finds out. */
async function chooseWriter({ ask, ports, target, signal }: ChunkJob): Promise<WriteChunk> {
  const { path, query } = target
  const writeBytes: WriteChunk = (offset, body, abort) =>
    ask('disk_blocks_write', { path, query: { ...query, offset }, body }, abort)
  const writeJson: WriteChunk = async (offset, data, abort) => {
    const body = { offset, base64EncodedData: await ports.encode(data) }
    return ask('disk_bulk_write_import', { ...target, body }, abort)
  }
  try {
    await retry(() => writeBytes(0, new Uint8Array(), signal), { ...ports, signal })
    return writeBytes
  } catch (error) {
    if (isUnknownOperation(error)) return writeJson
    throw error
  }
}

async function sendChunk(job: ChunkJob, write: WriteChunk, index: number, isLast: boolean): Promise<void> {
  const { ports, source, blockSize, signal, onDone } = job
  const offset = index * MAX_CHUNK_BYTES
  const length = Math.min(MAX_CHUNK_BYTES, source.size - offset)
  // the disk takes whole blocks, so the end of the file is padded with zeros
  const padded = Math.ceil(length / blockSize) * blockSize
  const data = await source.read(offset, padded).catch((error: unknown) => {
    throw new UnreadableFile(error)
  })
  // a new disk reads as zeros; but the last chunk is always sent, because it marks where the content ends
  if (data === null && !isLast) return onDone(length, 0)
  await retry(() => write(offset, data ?? new Uint8Array(padded), signal), { ...ports, signal })
  onDone(length, length)
}
