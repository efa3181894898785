// Disk bytes in memory, for the preview and for tests. Chunks are never changed once stored, so a clone shares them all.
import { isZero } from '#contract/is-zero.ts'
import { checkLarger, checkRange, checkSame, checkVolume, unknownVolume } from '../blocks.ts'
import type { BlockStore, BlockVolume, Hasher } from '../blocks.ts'

const CHUNK = 64 * 1024
const ZEROES = new Uint8Array(CHUNK)

interface Volume extends BlockVolume {
  chunks: Map<number, Uint8Array>
}

/** Can be stored as it is: chunks are never changed. */
export type StoredVolume = Volume

export interface MemoryBlocks extends BlockStore {
  /** Everything there is, to be stored elsewhere. */
  volumes(): StoredVolume[]
  /** Grows with every change. */
  readonly changes: number
}

export function makeMemoryBlocks(
  makeHasher: () => Hasher | Promise<Hasher>,
  stored: readonly StoredVolume[] = [],
): MemoryBlocks {
  const volumes = new Map(stored.map((volume) => [volume.id, volume]))
  let changes = 0

  function find(id: string): Volume {
    const volume = volumes.get(id)
    if (!volume) throw unknownVolume(id)
    return volume
  }

  function add(id: string, size: number, chunks: Map<number, Uint8Array>) {
    const existing = volumes.get(id)
    if (existing) checkSame(id, existing.size, size)
    else volumes.set(id, { id, size, chunks })
    changes += 1
  }

  return {
    async create(id, size) {
      checkVolume(id, size)
      add(id, size, new Map())
    },
    async write(id, offset, bytes) {
      const volume = find(id)
      checkRange(volume, offset, bytes.length)
      changes += 1
      eachChunk(offset, bytes.length, (index, at, begin, end) => {
        const old = volume.chunks.get(index)
        const part = bytes.subarray(begin, end)
        if (!old && isZero(part)) return
        const chunk = old ? old.slice() : new Uint8Array(CHUNK)
        chunk.set(part, at)
        volume.chunks.set(index, chunk)
      })
    },
    async read(id, offset, length) {
      const volume = find(id)
      checkRange(volume, offset, length)
      const bytes = new Uint8Array(length)
      eachChunk(offset, length, (index, at, begin, end) => {
        const chunk = volume.chunks.get(index)
        if (chunk) bytes.set(chunk.subarray(at, at + end - begin), begin)
      })
      return bytes
    },
    async flush(id) {
      find(id)
    },
    async clone(from, to, size) {
      checkVolume(to, size)
      const source = find(from)
      checkLarger(source.size, size)
      add(to, size, new Map(source.chunks))
    },
    async resize(id, size) {
      const volume = find(id)
      checkVolume(id, size)
      checkLarger(volume.size, size)
      volumes.set(id, { ...volume, size })
      changes += 1
    },
    async remove(id) {
      volumes.delete(id)
      changes += 1
    },
    async digest(id, length) {
      const volume = find(id)
      checkRange(volume, 0, length)
      // chunks as of now: a write meanwhile must not give the digest of bytes that never were together
      const chunks = new Map(volume.chunks)
      const hasher = await makeHasher()
      eachChunk(0, length, (index, _, begin, end) =>
        hasher.update((chunks.get(index) ?? ZEROES).subarray(0, end - begin)),
      )
      return hasher.digest()
    },
    async version(id) {
      find(id)
      return String(changes)
    },
    async list() {
      return [...volumes.values()].map(({ id, size }) => ({ id, size }))
    },
    locate: () => ({ kind: 'memory' }),
    get changes() {
      return changes
    },
    volumes: () => [...volumes.values()].map((volume) => ({ ...volume, chunks: new Map(volume.chunks) })),
    async close() {},
  }
}

/** Calls back with the chunk's index, the place inside the chunk, and the part of the range that lies in it. */
function eachChunk(
  offset: number,
  length: number,
  visit: (index: number, at: number, begin: number, end: number) => void,
) {
  for (let begin = 0; begin < length;) {
    const index = Math.floor((offset + begin) / CHUNK)
    const at = offset + begin - index * CHUNK
    const end = Math.min(length, begin + CHUNK - at)
    visit(index, at, begin, end)
    begin = end
  }
}
