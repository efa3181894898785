// Ties a database to one data directory, which all servers on that database mount. The directory holds the disk contents, the database
// their rows: with the wrong directory, a server would not find the contents.
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Database } from '#control/db/database.ts'
import { BadOption } from './options.ts'

interface Random {
  uuid(): string
}

export async function claimDatabase(db: Database, idFile: string, random: Random, now: Date): Promise<void> {
  const id = readId(idFile) ?? createId(idFile, random)
  const owner = await db.transaction(async (tx) => {
    const known = await tx.selectFrom('data_directory').select('id').executeTakeFirst()
    if (known) return known.id
    await tx.insertInto('data_directory').values({ id, time_created: now.toISOString() }).execute()
    return id
  })
  if (owner === id) return
  throw new BadOption(
    'this database belongs to another data directory: all servers on one database must share its directory. ' +
      'Mount it and give it as --data, or use another --database-url ' +
      '(if that directory is lost for good, delete the row of the table data_directory)',
  )
}

function readId(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** When several servers start at once, one of them names the directory: a link never replaces, and is never half written. */
function createId(file: string, random: Random): string {
  const id = random.uuid()
  const draft = `${file}.${id}`
  writeFileSync(draft, `${id}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, file)
    return id
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return readFileSync(file, 'utf8').trim()
  } finally {
    rmSync(draft)
  }
}
