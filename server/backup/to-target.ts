// `backup FILE --target NAME` stores a backup of the installation at a backup target. FILE becomes what a restore needs to find and open it
// without this installation: `restore FILE`.
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { leaseOf, noteRecovery, recoveryText } from '#control/compute/backup/installation-repository.ts'
import { capitalize } from '#contract/errors.ts'
import {
  beginAttempt,
  claimBackup,
  endBackup,
  failBackup,
  forgetOutdated,
  noteProgress,
  type Attempt,
} from '#control/compute/backup/installation-run.ts'
import { mustOwn, takeOver } from '#control/compute/backup/owner.ts'
import type { Host } from '#control/frame/context.ts'
import { problemOf } from '#control/frame/troubles.ts'
import { holdingLease } from '#control/reconcile/lease.ts'
import type { CopyParts } from '#control/storage/disk-copies.ts'
import type { BackupRepository } from '#drivers/backup-engine.ts'
import { BadOption } from '../options.ts'
import { removeStaged, staged, sync } from './backup.ts'
import {
  descriptionTag,
  findStored,
  loadParts,
  partsIn,
  storeDescription,
  storeParts,
  type Opened,
  type StoredBackup,
} from './stored.ts'

const never = new AbortController().signal
/** Archives can have many gigabytes. */
const MAX_RECOVERY_BYTES = 2 ** 20

const PROGRESS_INTERVAL_MS = 2_000

interface Storing extends CopyParts, Pick<Host, 'log'> {
  data: string
  version: string
  opened: Opened
  /** The row of the backup. */
  id: string
  /** Another installation has stored there, which is gone or no longer needs it. */
  isTakeOver?: boolean | undefined
  signal?: AbortSignal
  /** It is kept from now on, whatever fails afterwards. Gets which disks are not in it as of one moment, in words. */
  onStored?(problems: readonly string[]): Promise<void>
}

interface ToTarget extends Omit<Storing, 'id' | 'onStored' | 'signal'> {
  /** The file that a restore needs. */
  recovery: string
}

interface Stored {
  /** What it is called in the repository. */
  id: string
  /** Which disks are not in it as of one moment, in words. */
  problems: string[]
}

/** What the command does. */
export function backupToTarget({ recovery, ...given }: ToTarget): Promise<Stored> {
  const { repository } = given.opened
  return holdingLease(given, leaseOf(repository.id), refuse, async (signal) => {
    const id = given.random.uuid()
    await claimBackup(given, { id, repository_id: repository.id, cause: 'command' })
    const onStored = async () => {
      await writeRecovery(recovery, repository)
      await given.db.transaction((tx) => noteRecovery(tx, repository.id, given.clock.now()))
    }
    try {
      return await storeInstallation({ ...given, id, signal, onStored })
    } catch (error) {
      await failBackup(given, id, capitalize(problemOf(error))).catch((failure: unknown) =>
        given.log.warn('it was not recorded that the backup failed', { error: String(failure) }),
      )
      throw error
    }
  })
}

function refuse(): never {
  throw new BadOption('another backup to this target is under way')
}

/** Needs the lease of the repository. */
export async function storeInstallation(given: Storing): Promise<Stored> {
  const { data, version, opened, id, isTakeOver, signal = never, onStored, ...parts } = given
  const { engine, repository } = opened
  // of deleted disks, it would take up room forever
  const prefix = `backup-${repository.id}-`
  await removeStaged(data, prefix)
  await engine.create(repository)
  await (isTakeOver ? takeOver : mustOwn)(parts, opened, signal)
  let stored: Omit<StoredBackup, 'format' | 'problems'> | undefined
  let size = 0
  const keep = async (staging: string) => {
    signal.throwIfAborted()
    const [attempt_id, time_created] = [parts.random.uuid(), parts.clock.now().toISOString()]
    const files = await partsIn(staging, attempt_id)
    const tags = [descriptionTag(attempt_id), ...files.flatMap(({ tag }) => tag ?? [])]
    size = files.reduce((sum, file) => sum + file.size, 0)
    await beginAttempt(parts, id, { attempt_id, tags, size })
    const watched = { signal, onProgress: reporting(parts, { id, attempt_id }) }
    stored = { id: attempt_id, version, time_created, parts: await storeParts(opened, staging, files, watched) }
  }
  const problems = await staged(parts, data, version, keep, prefix)
  const attempt = { id, attempt_id: stored!.id }
  // a description that comes late would be of parts that another backup has removed
  await noteProgress(parts, attempt, size)
  await storeDescription(opened, { ...stored!, problems }, signal)
  const outdated = await endBackup(parts, attempt, problems)
  await onStored?.(problems)
  if (outdated.tags.length > 0) {
    await engine.forget(repository, outdated.tags)
    await engine.prune(repository, signal)
  }
  await forgetOutdated(parts, repository.id, outdated)
  return { id: stored!.id, problems }
}

function reporting(parts: CopyParts, attempt: Attempt) {
  let last = parts.clock.now().getTime()
  return (done: number) => {
    const now = parts.clock.now().getTime()
    if (now - last < PROGRESS_INTERVAL_MS) return
    last = now
    // a database that does not answer now says nothing about the backup
    noteProgress(parts, attempt, done).catch(() => undefined)
  }
}

async function writeRecovery(file: string, repository: BackupRepository): Promise<void> {
  const partial = `${resolve(file)}.partial`
  await writeFile(partial, recoveryText(repository), { mode: 0o600, flush: true })
  await rename(partial, resolve(file))
  await sync(dirname(resolve(file)))
}

/** Undefined if the file is something else: an archive. */
export async function readRecovery(file: string): Promise<BackupRepository | undefined> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile() || found.size > MAX_RECOVERY_BYTES) return undefined
  const text = await readFile(file, 'utf8').catch(() => '')
  if (!text.startsWith('{')) return undefined
  try {
    const { place, id, key } = JSON.parse(text) as BackupRepository
    if (typeof place.kind === 'string' && /^[0-9a-f-]{36}$/.test(id) && typeof key === 'string')
      return { place, id, key }
  } catch {
    // said below
  }
  throw new BadOption(`${file} does not say where a backup is`)
}

/** What `restore` gets instead of an archive. */
export async function sourceOf(opened: Opened, id?: string) {
  const backup = await findStored(opened, id)
  return { backup, fill: (folder: string) => loadParts(opened, backup, folder) }
}
