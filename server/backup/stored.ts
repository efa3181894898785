// A backup of the installation in a repository at a backup target: each file on its own, so that what has not changed is stored once, and
// last a description that lists them. A backup without its description does not exist.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { isZero } from '#contract/is-zero.ts'
import { backupErrorOf } from '#control/compute/backup/backup-error.ts'
import { problemOf } from '#control/frame/troubles.ts'
import type { BackupEngine, BackupRepository } from '#drivers/backup-engine.ts'
import { BadOption } from '../options.ts'
import { FILES, LEFT_OUT, ROWS } from './archive.ts'
import { leftOutText, type LeftOut } from './guests.ts'

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
  /** Which disks are missing, or not of one moment. */
  problems: string[]
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

interface Watched {
  signal: AbortSignal
  /** Gets how many bytes of all parts are stored. */
  onProgress(done: number): void
}

/** Returns them with their digests. */
export async function storeParts(
  { engine, repository }: Opened,
  staging: string,
  parts: readonly Part[],
  { signal, onProgress }: Watched = quietly,
): Promise<Part[]> {
  const stored: Part[] = []
  let before = 0
  for (const part of parts) {
    const { tag, size } = part
    const [file, start] = [join(staging, part.path), before]
    const read = () => createReadStream(file, { end: size - 1, highWaterMark: PIECE_BYTES })
    const watched = { signal, onProgress: (done: number) => onProgress(start + done) }
    const sha256 = tag === null ? null : (await engine.store(repository, { tag, size, read }, watched)).digest
    stored.push({ ...part, sha256 })
    before += size
    onProgress(before)
  }
  return stored
}

/** From now on the backup exists. */
export async function storeDescription(
  { engine, repository }: Opened,
  described: Omit<StoredBackup, 'format'>,
  signal = never,
): Promise<void> {
  const text = new TextEncoder().encode(JSON.stringify({ format: FORMAT, ...described }))
  const read = async function* () {
    yield text
  }
  const bytes = { tag: descriptionTag(described.id), size: text.length, read }
  await engine.store(repository, bytes, { signal, onProgress: () => undefined })
}

export interface Listing {
  /** The newest first. */
  backups: StoredBackup[]
  /** Those whose description is damaged, or of a newer version. */
  unreadable: { id: string; reason: string }[]
}

export async function listStored(opened: Opened): Promise<Listing> {
  const tags = (await opened.engine.tags(opened.repository)).filter((tag) => tag.startsWith(PREFIX))
  const { backups, unreadable }: Listing = { backups: [], unreadable: [] }
  for (const tag of tags)
    try {
      // each reads with a process of its own
      backups.push(await described(opened, tag))
    } catch (error) {
      if (!isOfOne(error)) throw error
      unreadable.push({ id: tag.slice(PREFIX.length), reason: problemOf(error) })
    }
  return { backups: backups.toSorted((a, b) => (a.time_created < b.time_created ? 1 : -1)), unreadable }
}

/** Whether a problem is one of a single backup, and not of the target. */
function isOfOne(error: unknown): boolean {
  const code = backupErrorOf(error)
  return error instanceof BadOption || code === 'corrupted' || code === 'missing'
}

export interface FoundBackup extends StoredBackup {
  /** Which others would have come first, and why they were not taken, in words. */
  skipped: string[]
}

/** The newest complete one, or the one with this ID. */
export async function findStored(opened: Opened, id?: string): Promise<FoundBackup> {
  if (id !== undefined) {
    const tags = await opened.engine.tags(opened.repository)
    if (!tags.includes(descriptionTag(id))) throw new BadOption(`the repository has no backup ${id}`)
    return { ...(await described(opened, descriptionTag(id))), skipped: [] }
  }
  const { backups, unreadable } = await listStored(opened)
  const newest = backups.findIndex(({ problems }) => problems.length === 0)
  if (newest >= 0) {
    const newer = backups.slice(0, newest)
    const skipped = [
      ...newer.map((each) => `Backup ${each.id} of ${each.time_created} is newer, but incomplete`),
      ...unreadable.map((each) => `Backup ${each.id} cannot be read: ${each.reason}`),
    ]
    return { ...backups[newest]!, skipped }
  }
  if (backups.length + unreadable.length === 0) throw new BadOption('the repository has no backup')
  throw new BadOption('the repository has no complete backup: see --list for the others, and take one with --backup ID')
}

/** Rejects if something of it is damaged or not there. */
export async function verifyStored({ engine, repository }: Opened, id?: string): Promise<FoundBackup> {
  const found = await findStored({ engine, repository }, id)
  const there = new Set(await engine.tags(repository))
  const lost = found.parts.find(({ tag }) => tag !== null && !there.has(tag))
  if (lost) throw new BadOption(`the repository has lost ${lost.path} of backup ${found.id}`)
  await engine.verify(repository, undefined, never)
  return found
}

async function described(opened: Opened, tag: string): Promise<StoredBackup> {
  const text = await textAt(opened, tag)
  const found = parsed<(Omit<StoredBackup, 'problems'> & Partial<StoredBackup>) | null>(text)
  if (found?.format !== FORMAT) throw new BadOption('the backup was made by a newer version')
  return { ...found, problems: found.problems ?? (await problemsIn(opened, found.parts)) }
}

/** Descriptions of earlier versions do not say what is missing. */
async function problemsIn(opened: Opened, parts: readonly Part[]): Promise<string[]> {
  const tag = parts.find(({ path }) => path === LEFT_OUT)?.tag
  return tag ? parsed<LeftOut[]>(await textAt(opened, tag)).map(leftOutText) : []
}

function parsed<T>(text: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw new BadOption('the description of the backup is damaged')
  }
}

async function textAt({ engine, repository }: Opened, tag: string): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of engine.load(repository, tag, never)) {
    size += piece.length
    if (size > MAX_DESCRIPTION_BYTES) throw new BadOption(`the description ${tag} is too large`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
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
