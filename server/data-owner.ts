// Ties a database to one data directory, which all servers on that database mount. The directory holds the disk contents, the database
// their rows: with the wrong directory, a server would not find the contents.
import { existsSync, linkSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from '#control/db/database.ts'
import type { Installation } from '#drivers/installation.ts'
import { BadOption } from './options.ts'
import { ID_NAME, readId, writeId } from './storage/installation-id.ts'

interface Random {
  uuid(): string
}

export interface Claim {
  db: Database
  /** Has the ID of the installation, as the database does. */
  idFile: string
  random: Random
  now: Date
}

export interface Claimed extends Installation {
  /** The ID of what this is a copy of. */
  before?: string | undefined
  /** The directory that this one is a copy of. The copy is an installation of its own from now on. */
  copiedFrom?: string | undefined
}

export async function claimDatabase({ db, idFile, random, now }: Claim): Promise<Claimed> {
  const isFile = db.dialect === 'sqlite'
  const folder = realpathSync(dirname(idFile))
  const before = await db.read.selectFrom('data_directory').selectAll().executeTakeFirst()
  // a database in a file is copied with its directory or without the file of the ID
  const isSame = isFile || readId(idFile) === before?.id
  const copiedFrom = before && isSame ? originalOf(before, folder) : undefined
  if (copiedFrom !== undefined && !isFile)
    throw new BadOption(`${folder} is a copy of ${copiedFrom}, which belongs to this database: give that one as --data`)
  // a database in a file is in the directory, and knows best
  const id = copiedFrom === undefined ? (isFile && before?.id) || named(idFile, random) : random.uuid()
  const owner = await db.transaction(async (tx) => {
    const known = await tx.selectFrom('data_directory').selectAll().executeTakeFirst()
    const epoch = known?.epoch ?? 0
    if (known && known.id !== id && !isFile) return undefined
    if (!known) await tx.insertInto('data_directory').values({ id, time_created: now.toISOString() }).execute()
    if (known?.id !== id || known.path !== folder)
      await tx.updateTable('data_directory').set({ id, path: folder }).execute()
    return { id, epoch, copiedFrom, before: copiedFrom === undefined ? undefined : known?.id }
  })
  if (!owner)
    throw new BadOption(
      'this database belongs to another data directory: all servers on one database must share its directory. ' +
        'Mount it and give it as --data, or use another --database-url ' +
        '(if that directory is lost for good, delete the row of the table data_directory)',
    )
  if (readId(idFile) !== id) writeId(idFile, id)
  return owner
}

/** A directory that was moved leaves none behind, and one that is mounted twice is still the same. */
function originalOf({ id, path }: { id: string; path: string | null }, folder: string): string | undefined {
  if (path === null || path === folder || readId(join(path, ID_NAME)) !== id) return undefined
  const [one, other] = [statSync(path), statSync(folder)]
  return one.dev === other.dev && one.ino === other.ino ? undefined : path
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
  if (isSqlite && existsSync(join(folder, ID_NAME))) return 'was used with PostgreSQL: give --database-url again'
  if (!isSqlite && existsSync(join(folder, 'rackwright.db')))
    return 'has a SQLite database: leave out --database-url, move its data with backup and restore'
  const disks = join(folder, 'disks')
  if (existsSync(disks) && readdirSync(disks).some((name) => name.endsWith('.blocks')))
    return 'has the disks of another database: give the --database-url that they were used with'
  return undefined
}

const named = (file: string, random: Random) => readId(file) ?? createId(file, random)

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
