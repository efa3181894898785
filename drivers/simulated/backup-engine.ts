// Backup repositories in memory, for tests: they are gone with the process. Zeroes take no space.
import { isZero } from '#contract/is-zero.ts'
import {
  BackupError,
  type BackupEngine,
  type BackupErrorCode,
  type BackupPlace,
  type BackupRepository,
} from '../backup-engine.ts'
import type { Hasher } from '../blocks.ts'

interface Stored {
  size: number
  pieces: { offset: number; bytes: Uint8Array; isDamaged?: boolean }[]
}

interface Repository {
  key: string
  stored: Map<string, Stored>
}

export interface MemoryBackups extends BackupEngine {
  /** Every verb rejects with it, until it is undefined again. */
  trouble: BackupErrorCode | undefined
  /** Changes a byte of everything that is stored. */
  damage(): void
  /** What is stored, as tags by repository. */
  allTags(): string[]
}

const PIECE_BYTES = 2 ** 20
const ZEROES = new Uint8Array(PIECE_BYTES)

const placeOf = (place: BackupPlace, id: string) =>
  `${place.kind} ${place.kind === 's3' ? place.prefix : place.folder}/${id}`

export function makeMemoryBackups(hasher: () => Hasher): MemoryBackups {
  const repositories = new Map<string, Repository>()

  function mustWork() {
    if (engine.trouble) throw new BackupError(engine.trouble, `the target is ${engine.trouble}`)
  }

  function open({ place, id, key }: BackupRepository): Repository {
    mustWork()
    const found = repositories.get(placeOf(place, id))
    if (!found) throw new BackupError('gone', 'the repository is not at the target')
    if (found.key !== key) throw new BackupError('wrong_key', 'the key does not open the repository')
    return found
  }

  const engine: MemoryBackups = {
    trouble: undefined,
    kinds: ['directory', 'sftp', 's3'],
    async check() {
      mustWork()
    },
    async create(repository) {
      mustWork()
      const name = placeOf(repository.place, repository.id)
      if (repositories.has(name)) open(repository)
      else repositories.set(name, { key: repository.key, stored: new Map() })
    },
    async store(repository, { tag, size, read }, { signal, onProgress }) {
      const { stored } = open(repository)
      const [hash, pieces] = [hasher(), [] as Stored['pieces']]
      let done = 0
      for await (const bytes of read()) {
        signal.throwIfAborted()
        mustWork()
        hash.update(bytes)
        if (!isZero(bytes)) pieces.push({ offset: done, bytes: Uint8Array.from(bytes) })
        done += bytes.length
        onProgress(done)
      }
      stored.set(tag, { size, pieces })
      return { size, digest: hash.digest() }
    },
    tags: async (repository) => [...open(repository).stored.keys()],
    has: async (repository, tag, size) => open(repository).stored.get(tag)?.size === size,
    async *load(repository, tag, signal) {
      const found = open(repository).stored.get(tag)
      if (!found) throw new BackupError('missing', 'the backup is no longer in the repository')
      let at = 0
      const zeroesTo = function* (end: number) {
        for (; at < end; at = Math.min(end, at + PIECE_BYTES)) yield ZEROES.subarray(0, Math.min(PIECE_BYTES, end - at))
      }
      for (const { offset, bytes, isDamaged } of found.pieces) {
        signal.throwIfAborted()
        mustWork()
        yield* zeroesTo(offset)
        if (isDamaged) throw new BackupError('corrupted', 'the repository is damaged')
        yield bytes
        at = offset + bytes.length
      }
      yield* zeroesTo(found.size)
    },
    async forget(repository, tags) {
      const { stored } = open(repository)
      for (const tag of tags) stored.delete(tag)
    },
    async prune(repository) {
      open(repository)
    },
    async verify(repository) {
      const pieces = [...open(repository).stored.values()].flatMap((each) => each.pieces)
      if (pieces.some(({ isDamaged }) => isDamaged)) throw new BackupError('corrupted', 'the repository is damaged')
    },
    size: async (repository) =>
      [...open(repository).stored.values()]
        .flatMap(({ pieces }) => pieces)
        .reduce((sum, { bytes }) => sum + bytes.length, 0),
    damage() {
      for (const { stored } of repositories.values())
        for (const { pieces } of stored.values()) for (const piece of pieces) piece.isDamaged = true
    },
    allTags: () => [...repositories.values()].flatMap(({ stored }) => [...stored.keys()]),
  }
  return engine
}
