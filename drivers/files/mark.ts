// Whose the volumes of a folder are: a file beside them has the ID of the installation. Two installations must never open the same ones.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DriverError } from '../driver-error.ts'

export const MARK_NAME = 'installation-id'

/** Marks a folder that nobody has marked. `refused` if it belongs to another installation than this one and the one that it is a copy of. */
export async function claimFolder(folder: string, id: string, before?: string | undefined): Promise<void> {
  const file = join(folder, MARK_NAME)
  const found = (await readFile(file, 'utf8').catch(ignoreMissing))?.trim()
  if (found === id) return
  if (found && found !== before)
    throw new DriverError(
      'refused',
      `the disks in ${folder} belong to another installation: use another --data, or delete ${file} if that one is gone`,
    )
  await markFolder(folder, id)
}

/** Gives a folder to an installation, whoever had it. */
export const markFolder = (folder: string, id: string) => writeFile(join(folder, MARK_NAME), `${id}\n`, { mode: 0o600 })

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
