// Backup repositories of restic, in directories of this host, on SFTP servers and in S3. One snapshot of restic holds one stream of bytes and has
// one tag of ours. Written for restic 0.14: restores go through `dump`, and stale locks are removed by `unlock`, never all locks.
import { createHash } from 'node:crypto'
import { BackupError, type BackupEngine, type BackupPlace, type BackupRepository } from '../backup-engine.ts'
import type { Clock } from '../clock.ts'
import { run, start, tailOf, type Restic } from './command.ts'
import { makePlaces, type PlaceOptions } from './places.ts'

/** A target that accepts nothing for so long is too slow to wait for. */
const STALL_MS = 600_000
/** The name of the bytes inside a snapshot of restic. */
const FILE = 'bytes'
const MAX_TAGS = 200

export interface ResticOptions extends PlaceOptions {
  clock: Clock
  program?: string
  stallMs?: number
}

interface Listed {
  id: string
  tags: readonly string[]
}

export function makeResticEngine(options: ResticOptions): BackupEngine {
  const { clock, program = 'restic', stallMs = STALL_MS } = options
  const places = makePlaces(options, program)

  /** What neither writes nor reads much. A target that leaves it waiting for so long does not answer. */
  const briefly = (restic: Restic, args: readonly string[]) =>
    within(stallMs, 'the target does not answer', (late) => run(restic, args, late))

  /** What reads or rewrites a whole repository may take days, but says how far it is. */
  async function patiently(restic: Restic, args: readonly string[], signal: AbortSignal): Promise<void> {
    const [stalled, progress] = [new AbortController(), { text: '' }]
    const over = watchFor(stalled, 'the target makes no more progress', () => progress.text)
    const heard = (text: string) => (progress.text = withoutTimes(text))
    await run(restic, args, AbortSignal.any([signal, stalled.signal]), heard).finally(() => over.abort())
  }

  async function within<T>(milliseconds: number, reason: string, work: (late: AbortSignal) => Promise<T>): Promise<T> {
    const [late, over] = [new AbortController(), new AbortController()]
    const giveUp = () => late.abort(new BackupError('slow', reason))
    clock.sleep(milliseconds, over.signal).then(giveUp, () => undefined)
    return work(late.signal).finally(() => over.abort())
  }

  /** Aborts when `seen` has not changed for long: it looks twice. */
  function watchFor(stalled: AbortController, reason: string, seen: () => number | string): AbortController {
    const over = new AbortController()
    const watch = async (before?: number | string): Promise<void> => {
      await clock.sleep(stallMs, over.signal)
      const now = seen()
      if (now === before) return stalled.abort(new BackupError('slow', reason))
      return watch(now)
    }
    watch().catch(() => undefined)
    return over
  }

  async function list(repository: BackupRepository, tags: readonly string[]): Promise<Listed[]> {
    const wanted = tags.flatMap((tag) => ['--tag', checkTag(tag)])
    const text = await places.use(repository, (restic) =>
      briefly(restic, ['snapshots', '--json', '--no-lock', ...wanted]),
    )
    const found = parse(text)
    return (Array.isArray(found) ? found : []).flatMap((each: Partial<Listed> | null) =>
      typeof each?.id === 'string' && /^[0-9a-f]{64}$/.test(each.id) && Array.isArray(each.tags)
        ? [{ id: each.id, tags: each.tags }]
        : [],
    )
  }

  /** A repository that cannot be there is looked for at S3, which shows whether the server answers and accepts the access key. */
  async function check(place: BackupPlace): Promise<void> {
    await places.check(place)
    if (place.kind === 's3') await isThere({ place, id: 'rackwright-check', key: 'none' })
  }

  /** A server that was killed may have left one that is not complete. */
  async function findComplete(repository: BackupRepository, tag: string, size: number): Promise<string | undefined> {
    for (const { id } of await list(repository, [tag])) if ((await sizeOf(repository, id)) === size) return id
    return undefined
  }

  async function sizeOf(repository: BackupRepository, id: string): Promise<number | undefined> {
    const text = await places.use(repository, (restic) => briefly(restic, ['ls', '--json', '--no-lock', id]))
    const nodes = text.split('\n').flatMap((line) => (line === '' ? [] : [parse(line)]))
    const file = nodes.find((node) => node?.struct_type === 'node' && node.name === FILE)
    return file === undefined ? undefined : Number(file.size ?? 0)
  }

  return {
    kinds: places.kinds,
    check,

    async create(repository) {
      await places.check(repository.place)
      await places.prepare(repository)
      try {
        await places.use(repository, (restic) => briefly(restic, ['init']))
      } catch (error) {
        // created before an interruption
        if (!(await isThere(repository))) throw error
      }
    },

    async store(repository, { tag, size, read }, { signal, onProgress }) {
      await places.check(repository.place)
      const args = ['backup', '--stdin', '--stdin-filename', FILE, '--tag', checkTag(tag), '--host', 'rackwright']
      return unlocking(repository, async (restic) => {
        const [stalled, hash] = [new AbortController(), createHash('sha256')]
        const { child, ended } = start(restic, [...args, '--json'], AbortSignal.any([signal, stalled.signal]))
        const printed = tailOf(child.stdout!)
        let done = 0
        const over = watchFor(stalled, 'the target accepts no more data', () => done)
        try {
          for await (const piece of read()) {
            if (!child.stdin!.writable) break
            hash.update(piece)
            const isFull = !child.stdin!.write(piece)
            if (isFull) await Promise.race([new Promise((resume) => child.stdin!.once('drain', resume)), ended])
            done += piece.length
            onProgress(done)
          }
          if (child.stdin!.writable && done !== size) throw new Error(`${done} bytes instead of ${size}`)
          child.stdin!.end()
          await ended
        } catch (error) {
          // before its input ends, which it would take for the end of the bytes
          child.kill('SIGKILL')
          await ended.catch(() => undefined)
          throw error
        } finally {
          over.abort()
        }
        const summary = parse(printed().trimEnd().split('\n').at(-1) ?? '')
        if (Number(summary?.total_bytes_processed) !== size)
          throw new BackupError('failed', 'restic did not store all bytes')
        return { size, digest: hash.digest('hex') }
      })
    },

    tags: async (repository) => (await list(repository, [])).flatMap(({ tags }) => tags),

    has: async (repository, tag, size) => (await findComplete(repository, tag, size)) !== undefined,

    async *load(repository, tag, signal) {
      const all = await list(repository, [tag])
      const sizes: { id: string; size: number }[] = []
      // what an interruption left is shorter
      for (const { id } of all) sizes.push({ id, size: all.length > 1 ? ((await sizeOf(repository, id)) ?? 0) : 0 })
      const largest = sizes.toSorted((a, b) => b.size - a.size)[0]
      if (!largest) throw new BackupError('missing', 'the backup is no longer in the repository')
      yield* places.stream(repository, async function* (restic) {
        const stalled = new AbortController()
        const args = ['dump', '--no-lock', largest.id, `/${FILE}`]
        const { child, ended } = start(restic, args, AbortSignal.any([signal, stalled.signal]))
        child.stdin!.end()
        let done = 0
        const over = watchFor(stalled, 'the target returns no more data', () => done)
        try {
          for await (const piece of child.stdout!) {
            done += (piece as Buffer).length
            yield piece as Buffer
          }
          await ended
        } finally {
          over.abort()
          child.kill('SIGKILL')
        }
      })
    },

    async forget(repository, tags) {
      for (let at = 0; at < tags.length; at += MAX_TAGS) {
        const ids = (await list(repository, tags.slice(at, at + MAX_TAGS))).map(({ id }) => id)
        if (ids.length > 0) await unlocking(repository, (restic) => briefly(restic, ['forget', '--quiet', ...ids]))
      }
    },

    async prune(repository, signal) {
      await unlocking(repository, (restic) => patiently(restic, ['prune'], signal))
    },

    async verify(repository, part, signal) {
      const read = part ? `--read-data-subset=${part.number}/${part.of}` : '--read-data'
      await places.check(repository.place)
      await places.use(repository, (restic) => patiently(restic, ['check', '--no-lock', read], signal))
    },

    async size(repository) {
      const args = ['stats', '--mode', 'raw-data', '--json', '--no-lock']
      const text = await places.use(repository, (restic) => briefly(restic, args))
      const size = Number(parse(text)?.total_size)
      return Number.isSafeInteger(size) ? size : 0
    },
  }

  /** A lock whose owner is gone is removed. One whose owner lives stays. */
  async function unlocking<T>(repository: BackupRepository, work: (restic: Restic) => Promise<T>): Promise<T> {
    try {
      return await places.use(repository, work)
    } catch (error) {
      if (!(error instanceof BackupError && error.code === 'busy')) throw error
      await places.use(repository, (restic) => briefly(restic, ['unlock']))
      return places.use(repository, work)
    }
  }

  async function isThere(repository: BackupRepository): Promise<boolean> {
    try {
      await places.use(repository, (restic) => briefly(restic, ['cat', 'config', '--no-lock']))
      return true
    } catch (error) {
      if (error instanceof BackupError && error.code === 'gone') return false
      throw error
    }
  }
}

/** How long it has run is no progress: `[1:20] 12.50%  3 / 24 packs`. */
const withoutTimes = (text: string) => text.replaceAll(/\[[\d:]+\]/g, '')

function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    throw new BackupError('failed', 'restic printed something that cannot be read')
  }
}

/** Tags become arguments. A comma would make two of them. */
function checkTag(tag: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,99}$/.test(tag)) throw new Error(`"${tag}" cannot be a tag`)
  return tag
}
