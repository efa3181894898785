// Ties a database to one data directory, which all servers on that database mount. The directory holds the disk contents, the database
// their rows: with the wrong directory, a server would not find the contents.
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

/**
 * A new database in the place of another one, because of a database URL that was left out, added or mistyped, would take the contents
 * of the other one for garbage. `isNew` is asked after the directory was looked at: what another replica put there meanwhile, it did
 * after it had claimed the database.
 */
export async function refuseStrayDatabase(
  folder: string,
  isNew: () => Promise<boolean>,
  isSqlite: boolean,
): Promise<void> {
  const other = otherDatabaseOf(folder, isSqlite)
  if (other && (await isNew())) throw new BadOption(`${folder} ${other}, or use another --data`)
}

/** Whether no server has used the database yet. */
export async function isUnclaimed(db: Database): Promise<boolean> {
  const [owner, silo] = await Promise.all(
    (['data_directory', 'silo'] as const).map((table) => db.read.selectFrom(table).select('id').limit(1).execute()),
  )
  return owner?.length === 0 && silo?.length === 0
}

function otherDatabaseOf(folder: string, isSqlite: boolean): string | undefined {
  if (isSqlite && existsSync(join(folder, 'installation-id')))
    return 'was used with PostgreSQL: give --database-url again'
  if (!isSqlite && existsSync(join(folder, 'rackwright.db')))
    return 'has a SQLite database: leave out --database-url, move its data with backup and restore'
  const disks = join(folder, 'disks')
  if (existsSync(disks) && readdirSync(disks).some((name) => name.endsWith('.blocks')))
    return 'has the disks of another database: give the --database-url that they were used with'
  return undefined
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
