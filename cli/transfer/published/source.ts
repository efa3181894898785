// The file of an upload: its size, its digest and its chunks.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { isZero } from '#contract/is-zero.ts'
import { MAX_CHUNK_BYTES } from '#contract/limits.ts'
import { usage } from '../../failure.ts'
import { filler } from '../fill.ts'

export interface Source {
  size: number
  chunks: number
  /** Calls back with the bytes read so far. */
  digest: (onRead: (bytes: number) => void, signal: AbortSignal) => Promise<string>
  /** Whole blocks: the end of the file is padded with zeros. Null when all of it is zero. */
  read: (chunk: number, blockSize: number) => Promise<Uint8Array | null>
  close: () => Promise<void>
}

export const chunkLength = (size: number, chunk: number) => Math.min(MAX_CHUNK_BYTES, size - chunk * MAX_CHUNK_BYTES)

export async function openSource(path: string): Promise<Source> {
  const file = await open(path, 'r').catch((error: Error) => {
    throw usage(`cannot read ${path}: ${error.message}`)
  })
  const { size, ...facts } = await file.stat()
  if (size === 0 || (facts.mode & 0o170000) === 0o040000) {
    await file.close()
    throw usage(`${path} is ${size === 0 ? 'empty' : 'a directory'}`)
  }
  const fill = filler(file)
  return {
    size,
    chunks: Math.ceil(size / MAX_CHUNK_BYTES),
    async digest(onRead, signal) {
      const hash = createHash('sha256')
      const buffer = new Uint8Array(4 * MAX_CHUNK_BYTES)
      for (let at = 0; at < size;) {
        signal.throwIfAborted()
        const length = await fill(buffer, at)
        if (length === 0) throw usage(`${path} was truncated while it was read`)
        hash.update(buffer.subarray(0, length))
        at += length
        onRead(at)
      }
      return hash.digest('hex')
    },
    async read(chunk, blockSize) {
      const length = chunkLength(size, chunk)
      const bytes = new Uint8Array(Math.ceil(length / blockSize) * blockSize)
      const found = await fill(bytes.subarray(0, length), chunk * MAX_CHUNK_BYTES)
      if (found < length) throw usage(`${path} was truncated while it was read`)
      return isZero(bytes) ? null : bytes
    },
    close: () => file.close(),
  }
}
