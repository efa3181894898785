// Ties a database to one data directory. The directory holds machines and disk contents, the database their rows: with the wrong
// directory, a server would find its machines missing and start them again.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Database } from '#control/db/database.ts'
import { BadOption } from './options.ts'

export async function claimDatabase(
  db: Database,
  idFile: string,
  random: { uuid(): string },
  now: Date,
): Promise<void> {
  const id = readId(idFile, random)
  const owner = await db.transaction(async (tx) => {
    const known = await tx.selectFrom('data_directory').select('id').executeTakeFirst()
    if (known) return known.id
    await tx.insertInto('data_directory').values({ id, time_created: now.toISOString() }).execute()
    return id
  })
  if (owner === id) return
  throw new BadOption(
    'this database belongs to a server with another data directory, and several servers on one database are not supported yet: ' +
      'use that --data or another --database-url (if that directory is lost for good, delete the row of the table data_directory)',
  )
}

function readId(file: string, random: { uuid(): string }): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const id = random.uuid()
  writeFileSync(file, `${id}\n`, { mode: 0o600, flag: 'wx' })
  return id
}
