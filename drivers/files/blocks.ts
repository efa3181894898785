// Disk bytes as sparse raw files in a directory, one per volume, so that a driver for real machines can open them as they are.
// A file gets its final name once it is complete, so a crash never leaves a partial volume.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants, copyFile, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isZero } from '#contract/is-zero.ts'
import { BlockError, checkLarger, checkRange, checkSame, checkVolume, unknownVolume } from '../blocks.ts'
import type { BlockStore } from '../blocks.ts'
import type { Clock } from '../clock.ts'
import { digestFile } from './digest.ts'
import { makeEarlySync } from './early-sync.ts'
import { openHandles } from './file-handles.ts'
import { availableIn, type FreeSpace, makeFreeSpace } from './free-space.ts'

const run = promisify(execFile)
const SUFFIX = '.blocks'
const PARTIAL = '.partial'
const PIECE_BYTES = 1024 * 1024
const MAX_OPEN_FILES = 64
/** A partial volume that nobody has written to for so long belongs to a process that died. */
const ABANDONED_MS = 3_600_000

/** The file of a volume. */
export const volumeFile = (directory: string, id: string) => join(directory, id + SUFFIX)

export interface FileBlocksOptions {
  /**
   * Servers on other machines use the directory too, perhaps over a network file system. What one of them has acknowledged
   * must be there for all, so each write reaches the disk before it is answered, and no file stays open longer than needed.
   * The clock says which leftovers are old.
   */
  shared?: { clock: Pick<Clock, 'now'> } | undefined
}

export async function openFileBlocks(directory: string, { shared }: FileBlocksOptions = {}): Promise<BlockStore> {
  await mkdir(directory, { recursive: true })
  await sweep(directory, shared ? shared.clock.now().getTime() - ABANDONED_MS : Infinity)
  const path = (id: string) => volumeFile(directory, id)
  const handles = openHandles(path, shared ? 0 : MAX_OPEN_FILES)
  /** Process ids repeat on other machines. */
  const writer = randomUUID()
  const space = makeFreeSpace(() => availableIn(directory))
  let created = 0

  const early = makeEarlySync((id) => using(id, 0, 0, (file) => translating('lost', file.datasync())))

  async function sizeOf(id: string): Promise<number | undefined> {
    return unlessMissing(async () => (await stat(path(id))).size)
  }

  /** Runs `work` on the open file, after checking that the range is inside it. */
  async function using<T>(
    id: string,
    offset: number,
    length: number,
    work: (file: FileHandle) => Promise<T>,
  ): Promise<T> {
    checkVolume(id, 0)
    const done = await unlessMissing(() =>
      handles.use(id, async (file, size) => {
        checkRange({ id, size }, offset, length)
        return { value: await work(file) }
      }),
    )
    if (!done) throw unknownVolume(id)
    return done.value
  }

  /** A link fails where a rename would replace: when two callers create the same volume, the first one's writes must survive. */
  async function publish(partial: string, id: string, size: number) {
    try {
      await link(partial, path(id))
    } catch (error) {
      const existing = await sizeOf(id)
      if (existing === undefined) throw error
      checkSame(id, existing, size)
    }
  }

  async function make(id: string, size: number, fill: (partial: string) => Promise<void>) {
    const existing = await sizeOf(id)
    if (existing !== undefined) return checkSame(id, existing, size)
    const partial = join(directory, `${id}-${writer}-${created++}${PARTIAL}`)
    try {
      await fill(partial)
      const file = await open(partial, 'r+')
      try {
        await file.truncate(size)
        await file.sync()
      } finally {
        await file.close()
      }
      await publish(partial, id, size)
    } finally {
      await rm(partial, { force: true })
    }
    await syncDirectory(directory)
  }

  return {
    async create(id, size) {
      checkVolume(id, size)
      await make(id, size, async (partial) => (await open(partial, 'w')).close())
    },
    write: (id, offset, bytes) =>
      using(id, offset, bytes.length, async (file) => {
        await space.take(bytes.length)
        for (let done = 0; done < bytes.length;) {
          const writing = file.write(bytes, done, bytes.length - done, offset + done)
          const { bytesWritten } = await translating('full', writing)
          done += bytesWritten
        }
        if (shared) await translating('lost', file.datasync())
        else early.note(id, bytes.length)
      }),
    read: (id, offset, length) =>
      using(id, offset, length, async (file) => {
        const bytes = new Uint8Array(length)
        await readFully(file, bytes, offset)
        return bytes
      }),
    async flush(id) {
      await early.settle(id)
      await using(id, 0, 0, (file) => translating('lost', file.sync()))
    },
    async clone(from, to, size, signal) {
      checkVolume(from, 0)
      checkVolume(to, size)
      const source = await sizeOf(from)
      if (source === undefined) throw unknownVolume(from)
      checkLarger(source, size)
      await make(to, size, (partial) => copySparse(path(from), partial, space, signal))
    },
    async resize(id, size) {
      checkVolume(id, size)
      await using(id, 0, 0, async (file) => {
        checkLarger((await file.stat()).size, size)
        await file.truncate(size)
        await file.sync()
      })
      // an open file remembers its size
      await handles.forget(id)
    },
    async remove(id) {
      checkVolume(id, 0)
      await rm(path(id), { force: true })
      await handles.forget(id)
      early.forget(id)
    },
    async digest(id, length, signal) {
      await using(id, 0, length, async () => undefined)
      return digestFile(path(id), length, signal)
    },
    version: (id) =>
      using(id, 0, 0, async (file) => {
        const { mtimeNs, ino } = await file.stat({ bigint: true })
        return `${ino}-${mtimeNs}`
      }),
    async list() {
      const names = (await readdir(directory)).filter((name) => name.endsWith(SUFFIX))
      const volumes = names.map(async (name) => {
        const id = name.slice(0, -SUFFIX.length)
        const size = await sizeOf(id)
        return size === undefined ? [] : [{ id, size }]
      })
      return (await Promise.all(volumes)).flat()
    },
    locate(id) {
      checkVolume(id, 0)
      return { kind: 'file', path: path(id) }
    },
    withPath(id, work) {
      checkVolume(id, 0)
      return work(path(id))
    },
    close: () => handles.close(),
  }
}

const SYSTEM_CODES = { full: ['ENOSPC', 'EDQUOT'], lost: ['EIO', 'ENOSPC', 'EDQUOT'] }

/** Translates system errors. The system reports lost bytes once; a second sync would succeed. */
async function translating<T>(code: keyof typeof SYSTEM_CODES, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code: system = '', message } = error as NodeJS.ErrnoException
    throw SYSTEM_CODES[code].includes(system) ? new BlockError(code, message) : error
  }
}

async function readFully(file: FileHandle, bytes: Uint8Array, offset: number) {
  for (let done = 0; done < bytes.length;) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, offset + done)
    if (bytesRead === 0) throw new Error(`a volume ends at ${offset + done}, before its size`)
    done += bytesRead
  }
}

/** A plain copy would turn a terabyte of holes into a terabyte of zeroes. */
async function copySparse(from: string, to: string, space: FreeSpace, signal: AbortSignal | undefined) {
  try {
    return await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE)
  } catch {
    // the file system shares no blocks between files
  }
  await space.take((await stat(from)).blocks * 512)
  try {
    // cp finds the holes without reading them, which Node cannot
    await run('cp', ['--sparse=always', '--', from, to], { signal })
  } catch {
    signal?.throwIfAborted()
    await copyPieces(from, to)
  }
}

/** Without such a cp: reads everything and writes what is not zero. */
export async function copyPieces(from: string, to: string) {
  const source = await open(from, 'r')
  const target = await open(to, 'w')
  try {
    const { size } = await source.stat()
    const piece = new Uint8Array(PIECE_BYTES)
    for (let offset = 0; offset < size; offset += PIECE_BYTES) {
      const part = piece.subarray(0, Math.min(PIECE_BYTES, size - offset))
      await readFully(source, part, offset)
      if (isZero(part)) continue
      await target.write(part, 0, part.length, offset)
    }
    await target.truncate(size)
  } finally {
    await Promise.all([source.close(), target.close()])
  }
}

/** Deletes leftovers of processes that died, if they were last written before this time. */
async function sweep(directory: string, before: number) {
  const names = (await readdir(directory)).filter((name) => name.endsWith(PARTIAL))
  for (const name of names) {
    const file = join(directory, name)
    const modified = await unlessMissing(async () => (await stat(file)).mtimeMs)
    if (modified !== undefined && modified < before) await rm(file, { force: true })
  }
}

async function syncDirectory(directory: string) {
  const file = await open(directory, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
