// Disk bytes as sparse files in a directory, one per volume, raw: a driver for real machines may open them as they are.
// A file has its final name only once it is whole, so a crash leaves nothing half made behind that name.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants, copyFile, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BlockError, checkLarger, checkRange, checkSame, checkVolume, unknownVolume } from '#hypervisor/blocks.ts'
import type { BlockStore } from '#hypervisor/blocks.ts'
import { makeEarlySync } from './early-sync.ts'
import { openHandles } from './file-handles.ts'
import { makeRoom, type Room, roomIn } from './room.ts'

const run = promisify(execFile)
const SUFFIX = '.blocks'
const HALF_MADE = '.half-made'
const PIECE = 1024 * 1024

export async function openFileBlocks(directory: string): Promise<BlockStore> {
  await mkdir(directory, { recursive: true })
  await sweep(directory)
  const path = (id: string) => join(directory, id + SUFFIX)
  const handles = openHandles(path)
  const room = makeRoom(() => roomIn(directory))
  let made = 0

  const early = makeEarlySync((id) => using(id, 0, 0, (file) => meaning('lost', file.datasync())))

  async function sizeOf(id: string): Promise<number | undefined> {
    return unlessMissing(async () => (await stat(path(id))).size)
  }

  /** Runs `work` on the open file, after looking that the range lies within it. */
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

  /** A link fails where a rename would replace: of two who make the same volume at once, the first one's writes must stay. */
  async function publish(half_made: string, id: string, size: number) {
    try {
      await link(half_made, path(id))
    } catch (error) {
      const existing = await sizeOf(id)
      if (existing === undefined) throw error
      checkSame(id, existing, size)
    }
  }

  async function make(id: string, size: number, fill: (half_made: string) => Promise<void>) {
    const existing = await sizeOf(id)
    if (existing !== undefined) return checkSame(id, existing, size)
    const half_made = join(directory, `${id}-${process.pid}-${made++}${HALF_MADE}`)
    try {
      await fill(half_made)
      const file = await open(half_made, 'r+')
      try {
        await file.truncate(size)
        await file.sync()
      } finally {
        await file.close()
      }
      await publish(half_made, id, size)
    } finally {
      await rm(half_made, { force: true })
    }
    await syncDirectory(directory)
  }

  return {
    async create(id, size) {
      checkVolume(id, size)
      await make(id, size, async (half_made) => (await open(half_made, 'w')).close())
    },
    write: (id, offset, bytes) =>
      using(id, offset, bytes.length, async (file) => {
        await room.take(bytes.length)
        for (let done = 0; done < bytes.length;) {
          const writing = file.write(bytes, done, bytes.length - done, offset + done)
          const { bytesWritten } = await meaning('full', writing)
          done += bytesWritten
        }
        early.note(id, bytes.length)
      }),
    read: (id, offset, length) =>
      using(id, offset, length, async (file) => {
        const bytes = new Uint8Array(length)
        await readFully(file, bytes, offset)
        return bytes
      }),
    async flush(id) {
      await early.settle(id)
      await using(id, 0, 0, (file) => meaning('lost', file.sync()))
    },
    async clone(from, to, size) {
      checkVolume(from, 0)
      checkVolume(to, size)
      const source = await sizeOf(from)
      if (source === undefined) throw unknownVolume(from)
      checkLarger(source, size)
      await make(to, size, (half_made) => copySparse(path(from), half_made, room))
    },
    async remove(id) {
      checkVolume(id, 0)
      await rm(path(id), { force: true })
      await handles.forget(id)
      early.forget(id)
    },
    digest: (id, length) =>
      using(id, 0, length, async (file) => {
        const hash = createHash('sha256')
        const piece = new Uint8Array(PIECE)
        for (let offset = 0; offset < length; offset += PIECE) {
          const part = piece.subarray(0, Math.min(PIECE, length - offset))
          await readFully(file, part, offset)
          hash.update(part)
        }
        return hash.digest('hex')
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
    close: () => handles.close(),
  }
}

const SYSTEM_CODES = { full: ['ENOSPC', 'EDQUOT'], lost: ['EIO', 'ENOSPC', 'EDQUOT'] }

/** The system tells of bytes that it could not keep once; whoever syncs again hears that all is well. */
async function meaning<T>(code: keyof typeof SYSTEM_CODES, work: Promise<T>): Promise<T> {
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
    if (bytesRead === 0) throw new Error(`a volume ended at ${offset + done}, before its size`)
    done += bytesRead
  }
}

/** A plain copy would turn a terabyte of holes into a terabyte of zeroes. */
async function copySparse(from: string, to: string, room: Room) {
  try {
    return await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE)
  } catch {
    // the file system shares no blocks between files
  }
  await room.take((await stat(from)).blocks * 512)
  try {
    // finds the holes without reading them, which Node cannot
    await run('cp', ['--sparse=always', '--', from, to])
  } catch {
    await copyPieces(from, to)
  }
}

/** Where there is no such cp: read everything, write what is not zero. */
export async function copyPieces(from: string, to: string) {
  const source = await open(from, 'r')
  const target = await open(to, 'w')
  try {
    const { size } = await source.stat()
    const piece = Buffer.alloc(PIECE)
    const zeroes = Buffer.alloc(PIECE)
    for (let offset = 0; offset < size; offset += PIECE) {
      const part = piece.subarray(0, Math.min(PIECE, size - offset))
      await readFully(source, part, offset)
      if (part.equals(zeroes.subarray(0, part.length))) continue
      await target.write(part, 0, part.length, offset)
    }
    await target.truncate(size)
  } finally {
    await Promise.all([source.close(), target.close()])
  }
}

/** Leftovers of a process that died: each may be as large as a disk, and the directory has one user at a time. */
async function sweep(directory: string) {
  const names = (await readdir(directory)).filter((name) => name.endsWith(HALF_MADE))
  for (const name of names) await rm(join(directory, name), { force: true })
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
