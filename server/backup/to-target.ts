// `backup FILE --target NAME` stores a backup of the installation at a backup target. FILE becomes what a restore needs to find and open it
// without this installation: `restore FILE`.
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { mustOwn, takeOver } from '#control/compute/backup/owner.ts'
import {
  beginInstallationBackup,
  endInstallationBackup,
  forgetInstallationBackups,
} from '#control/compute/backup/installation-repository.ts'
import type { Host } from '#control/frame/context.ts'
import { holdingLease } from '#control/reconcile/lease.ts'
import type { CopyParts } from '#control/storage/disk-copies.ts'
import type { BackupRepository } from '#drivers/backup-engine.ts'
import { BadOption } from '../options.ts'
import { staged, sync } from './backup.ts'
import { descriptionTag, findStored, loadParts, partsIn, storeParts, type Opened } from './stored.ts'

const never = new AbortController().signal
/** Archives can have many gigabytes. */
const MAX_RECOVERY_BYTES = 2 ** 20

interface ToTarget extends CopyParts, Pick<Host, 'log'> {
  data: string
  version: string
  opened: Opened
  /** The file that a restore needs. */
  recovery: string
  /** Another installation has stored there, which is gone or no longer needs it. */
  isTakeOver?: boolean
}

/** Returns which disks are not in it as of one moment, in words. */
export function backupToTarget(given: ToTarget): Promise<string[]> {
  return holdingLease(given, `installation-repository ${given.opened.repository.id}`, refuse, () => storeAt(given))
}

function refuse(): never {
  throw new BadOption('another backup to this target is under way')
}

async function storeAt({ data, version, opened, recovery, isTakeOver, ...parts }: ToTarget): Promise<string[]> {
  const { engine, repository } = opened
  await engine.create(repository)
  await (isTakeOver ? takeOver : mustOwn)(parts, opened, never)
  let last: { id: string; repository_id: string } | undefined
  const problems = await staged(parts, data, version, async (staging) => {
    const [id, time_created] = [parts.random.uuid(), parts.clock.now().toISOString()]
    const files = await partsIn(staging, id)
    const tags = [descriptionTag(id), ...files.flatMap(({ tag }) => tag ?? [])]
    const size = files.reduce((sum, file) => sum + file.size, 0)
    last = { id, repository_id: repository.id }
    await beginInstallationBackup(parts, { ...last, tags, size })
    await storeParts(opened, staging, files, { id, version, time_created })
  })
  // what is stored can be restored from now on, whatever fails
  await writeRecovery(recovery, repository)
  // an attempt that another one replaces counts as not complete
  const old = last ? await endInstallationBackup(parts, last, problems.length === 0) : []
  if (old.length > 0) {
    await engine.forget(
      repository,
      old.flatMap(({ tags }) => tags),
    )
    await engine.prune(repository, never)
    await forgetInstallationBackups(
      parts,
      old.map(({ id }) => id),
    )
  }
  return problems
}

/** What has to be kept elsewhere: where the repository is, and its key. */
async function writeRecovery(file: string, repository: BackupRepository): Promise<void> {
  const partial = `${resolve(file)}.partial`
  await writeFile(partial, `${JSON.stringify(repository, undefined, 2)}\n`, { mode: 0o600, flush: true })
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
