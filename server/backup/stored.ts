// A backup of the installation in a repository at a backup target: each file on its own, so that what has not changed is stored once, and
// last a description that lists them. A backup without its description does not exist.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { isZero } from '#contract/is-zero.ts'
import type { BackupEngine, BackupRepository } from '#drivers/backup-engine.ts'
import { BadOption } from '../options.ts'
import { FILES, LEFT_OUT, ROWS } from './archive.ts'

const FORMAT = 1
const PREFIX = 'installation-'
const PIECE_BYTES = 2 ** 20
const MAX_DESCRIPTION_BYTES = 64 * 2 ** 20
const never = new AbortController().signal
const quietly = { signal: never, onProgress: () => undefined }

export interface Opened {
  engine: BackupEngine
  repository: BackupRepository
}

interface Part {
  /** Below the directory of a backup. */
  path: string
  size: number
  /** Null for an empty file. */
  tag: string | null
  sha256: string | null
}

export interface StoredBackup {
  format: number
  id: string
  version: string
  time_created: string
  parts: Part[]
}

export const descriptionTag = (id: string) => PREFIX + id
export const partTag = (id: string, number: number) => `part-${id}-${number}`

/** The files of a backup, with what they will be called in the repository. */
export async function partsIn(staging: string, id: string): Promise<Part[]> {
  const entries = await readdir(staging, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    paths.toSorted().map(async (path, n): Promise<Part> => {
      const { size } = await lstat(path)
      return { path: relative(staging, path), size, tag: size === 0 ? null : partTag(id, n), sha256: null }
    }),
  )
}

export async function storeParts(
  { engine, repository }: Opened,
  staging: string,
  parts: readonly Part[],
  described: Omit<StoredBackup, 'format' | 'parts'>,
): Promise<void> {
  const stored: Part[] = []
  for (const part of parts) {
    const { tag, size } = part
    const file = join(staging, part.path)
    const read = () => createReadStream(file, { end: size - 1, highWaterMark: PIECE_BYTES })
    const sha256 = tag === null ? null : (await engine.store(repository, { tag, size, read }, quietly)).digest
    stored.push({ ...part, sha256 })
  }
  const text = new TextEncoder().encode(JSON.stringify({ format: FORMAT, ...described, parts: stored }))
  const read = async function* () {
    yield text
  }
  await engine.store(repository, { tag: descriptionTag(described.id), size: text.length, read }, quietly)
}

/** The newest one, or the one with this ID. */
export async function findStored({ engine, repository }: Opened, id?: string): Promise<StoredBackup> {
  const tags = await engine.tags(repository)
  const wanted = tags.filter((tag) => (id === undefined ? tag.startsWith(PREFIX) : tag === descriptionTag(id)))
  const all = await Promise.all(wanted.map((tag) => described({ engine, repository }, tag)))
  const newest = all.toSorted((a, b) => (a.time_created < b.time_created ? 1 : -1))[0]
  if (!newest) throw new BadOption(id ? `the repository has no backup ${id}` : 'the repository has no backup')
  return newest
}

/** Rejects if something of it is damaged or not there. */
export async function verifyStored({ engine, repository }: Opened, id?: string): Promise<StoredBackup> {
  const found = await findStored({ engine, repository }, id)
  const there = new Set(await engine.tags(repository))
  const lost = found.parts.find(({ tag }) => tag !== null && !there.has(tag))
  if (lost) throw new BadOption(`the repository has lost ${lost.path} of backup ${found.id}`)
  await engine.verify(repository, undefined, never)
  return found
}

async function described({ engine, repository }: Opened, tag: string): Promise<StoredBackup> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of engine.load(repository, tag, never)) {
    size += piece.length
    if (size > MAX_DESCRIPTION_BYTES) throw new BadOption(`the description ${tag} is too large`)
    pieces.push(piece)
  }
  const found = JSON.parse(Buffer.concat(pieces).toString('utf8')) as StoredBackup
  if (found.format !== FORMAT) throw new BadOption('the backup was made by a newer version')
  return found
}

/** Fills a directory with what was stored. Rejects if any byte is not what it was. */
export async function loadParts(opened: Opened, backup: StoredBackup, folder: string): Promise<void> {
  for (const part of backup.parts) {
    mustBeInside(part.path)
    await mkdir(dirname(join(folder, part.path)), { recursive: true, mode: 0o700 })
    await loadPart(opened, part, join(folder, part.path))
  }
  await mkdir(join(folder, FILES), { recursive: true })
}

/** The description came from outside. */
function mustBeInside(path: string): void {
  const steps = path.split('/')
  const isPlain = steps.every((step) => /^[\w.-]+$/.test(step) && !/^\.+$/.test(step))
  if (!isPlain || ![ROWS, LEFT_OUT, FILES].includes(steps[0]!)) throw new BadOption(`the backup has a file ${path}`)
}

async function loadPart({ engine, repository }: Opened, { path, size, tag, sha256 }: Part, to: string): Promise<void> {
  if (tag === null) return writeFile(to, '', { mode: 0o600 })
  const [hash, file] = [createHash('sha256'), await open(`${to}.part`, 'w', 0o600)]
  try {
    let at = 0
    for await (const piece of engine.load(repository, tag, never)) {
      hash.update(piece)
      if (!isZero(piece)) await writeFully(file, piece, at)
      at += piece.length
    }
    if (at !== size || hash.digest('hex') !== sha256) throw new BadOption(`${path} is damaged in the repository`)
    await file.truncate(size)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${to}.part`, to)
}

async function writeFully(file: Awaited<ReturnType<typeof open>>, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
}
