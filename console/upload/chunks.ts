// The content on its way: so many chunks at once, read when their turn comes, zeros left out.
import { persist, UnreadableFile, type Ask } from './asking.ts'
import type { BlockSize, Ports, Source } from './ports.ts'

export const CHUNK = 512 * 1024
export const PARALLEL = 6

export interface ChunkJob {
  ask: Ask
  ports: Pick<Ports, 'wait' | 'online'>
  source: Source
  blockSize: BlockSize
  target: { path: { disk: string }; query: { project: string } }
  signal: AbortSignal
  /** bytes of the content that are done, and how many of them went over the line */
  onDone: (bytes: number, sent: number) => void
}

/** Ends when all are there, or when one could not be brought: then no other is under way any more. */
export async function sendChunks(job: ChunkJob): Promise<void> {
  const count = Math.ceil(job.source.size / CHUNK)
  const failed = new AbortController()
  const signal = AbortSignal.any([job.signal, failed.signal])
  let next = 0
  const carry = async () => {
    for (let index = next++; index < count && !signal.aborted; index = next++) {
      await sendChunk({ ...job, signal }, index, index === count - 1)
    }
  }
  const carriers = Array.from({ length: PARALLEL }, () =>
    carry().catch((error: unknown) => {
      failed.abort()
      throw error
    }),
  )
  const outcomes = await Promise.allSettled(carriers)
  job.signal.throwIfAborted()
  // the first to fail is the reason; the others were called off
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  const reason = reasons.find((one) => !(one instanceof DOMException && one.name === 'AbortError')) ?? reasons[0]
  if (reason) throw reason
}

async function sendChunk(job: ChunkJob, index: number, isLast: boolean): Promise<void> {
  const { ask, ports, source, blockSize, target, signal, onDone } = job
  const offset = index * CHUNK
  const length = Math.min(CHUNK, source.size - offset)
  // the disk takes whole blocks: the end of the file is filled up with zeros
  const whole = Math.ceil(length / blockSize) * blockSize
  const data = await source.read(offset, whole).catch((error: unknown) => {
    throw new UnreadableFile(error)
  })
  // a new disk is zero already; but the last chunk goes always, or nobody could tell where the content ends
  if (data === null && !isLast) return onDone(length, 0)
  const body = { offset, base64EncodedData: data ?? zeros(whole) }
  await persist(() => ask('disk_bulk_write_import', { ...target, body }, signal), { ...ports, signal })
  onDone(length, length)
}

/** Base64 of so many zero bytes. */
export function zeros(length: number): string {
  const rest = length % 3
  return 'AAAA'.repeat(Math.floor(length / 3)) + (rest === 0 ? '' : rest === 1 ? 'AA==' : 'AAA=')
}
