// When the last backup was made: the modification time of a file in the data directory. Nothing is read from the file, so it can
// belong to root, who may make backups too.
import { rename, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = 'last-backup'

/** `time` is when the backup began: later writes are not in it. */
export async function noteBackup(data: string, time: Date): Promise<void> {
  const partial = join(data, `${NAME}.partial`)
  await writeFile(partial, '', { mode: 0o600 })
  await utimes(partial, time, time)
  await rename(partial, join(data, NAME))
}

export const lastBackupIn = (data: string): Promise<Date | undefined> =>
  stat(join(data, NAME)).then(
    ({ mtime }) => mtime,
    () => undefined,
  )
