// `restore FILE`: fills an empty data directory and an empty database from a backup. The next start migrates an older schema.
import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { Database } from '#control/db/database.ts'
import { BadBackup, loadRows } from '#control/system/backup-rows.ts'
import { BadOption } from '../options.ts'
import { FILES, ROWS } from './backup.ts'

const run = promisify(execFile)

/** Calls `openDatabase` only after reading the archive, so that a mistyped file name creates nothing. */
export async function restore(
  file: string,
  data: string,
  now: Date,
  openDatabase: () => Promise<Database>,
): Promise<void> {
  const folder = resolve(data)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new BadOption(`${folder} is not empty: restore to a new --data`)
  try {
    await unpack(file, folder)
    const db = await openDatabase()
    try {
      const lines = createInterface({ input: createReadStream(join(folder, ROWS)), crlfDelay: Infinity })
      await loadRows(db, lines, now)
    } finally {
      await db.close()
    }
    await rm(join(folder, ROWS))
    for (const name of await readdir(join(folder, FILES))) await rename(join(folder, FILES, name), join(folder, name))
    await rm(join(folder, FILES), { recursive: true })
  } catch (error) {
    // a partial restore must not look like a data directory
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
    if (error instanceof BadBackup) throw new BadOption(error.message)
    throw error
  }
}

async function unpack(file: string, folder: string): Promise<void> {
  try {
    await run('tar', [
      '--extract',
      '--gzip',
      '--sparse',
      '--no-same-owner',
      '--file',
      resolve(file),
      '--directory',
      folder,
    ])
  } catch (error) {
    throw new BadOption(`cannot read ${file}: ${String((error as { stderr?: string }).stderr ?? error).split('\n')[0]}`)
  }
}
