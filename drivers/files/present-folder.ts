// Tells an empty place from lost volumes. While the directory of volumes is gone, or something else is mounted there, nothing is known about
// the volumes: they are not missing, none is removed, and none is created beside them.
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BlockError, type BlockStore, type StorageProblem } from '../blocks.ts'
import { DriverError } from '../driver-error.ts'
import { MARK_NAME } from './mark.ts'

/** `openFileBlocks` also serves folders that nobody has marked. This one must have the mark of the installation. */
export async function inPresentFolder(volumes: BlockStore, folder: string, id: string): Promise<BlockStore> {
  const mark = join(folder, MARK_NAME)
  const opened = await inodeOf(folder)

  const owner = async () => (await unlessMissing(readFile(mark, 'utf8')))?.trim()

  async function isPresent(): Promise<boolean> {
    const found = await owner()
    if (found !== undefined) return found === id
    if ((await inodeOf(folder)) !== opened) return false
    // somebody has removed the mark alone
    await writeFile(mark, `${id}\n`, { mode: 0o600 })
    return true
  }

  async function mustBePresent() {
    if (!(await isPresent())) throw new DriverError('host', `the volumes are not in ${folder}`)
  }

  const presently =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await mustBePresent()
      return work(...args)
    }

  /** For what a missing directory cannot harm: asks only when the volume seems to be missing. */
  const known =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await work(...args)
      } catch (error) {
        if (error instanceof BlockError && error.code === 'unknown_volume') await mustBePresent()
        throw error
      }
    }

  return {
    ...volumes,
    create: presently(volumes.create),
    clone: presently(volumes.clone),
    remove: presently(volumes.remove),
    list: presently(volumes.list),
    write: known(volumes.write),
    read: known(volumes.read),
    flush: known(volumes.flush),
    resize: known(volumes.resize),
    digest: known(volumes.digest),
    version: known(volumes.version),
    async problems(): Promise<StorageProblem[]> {
      if (await isPresent()) return []
      const isTaken = ((await owner()) ?? id) !== id
      const text = isTaken
        ? `The volumes in ${folder} belong to another installation: it has taken them over, or its own are mounted there. In the first case, stop this server`
        : `The volumes are not in ${folder}: it was removed, or something else is mounted there. Put them back as they were`
      return [{ kind: 'down', isError: true, text }]
    },
  }
}

async function inodeOf(folder: string): Promise<string | undefined> {
  const found = await unlessMissing(stat(folder, { bigint: true }))
  return found && `${found.dev}-${found.ino}`
}

const unlessMissing = <T>(work: Promise<T>) =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
