// The ID of the installation, in a file of its data directory. The database has it too.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Database } from '#control/db/database.ts'

export const ID_NAME = 'installation-id'

/** Undefined if there is none, or none that this user may read. */
export function readId(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return undefined
  }
}

/** Replaces the ID that is there, if any. */
export function writeId(file: string, id: string): void {
  writeFileSync(`${file}.new`, `${id}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Makes a restored database another installation than that of its backup. The data directory gets the ID with writeId(). */
export async function renewId(db: Database, random: { uuid(): string }): Promise<string> {
  const id = random.uuid()
  await db.transaction((tx) => tx.updateTable('data_directory').set({ id }).execute())
  return id
}
