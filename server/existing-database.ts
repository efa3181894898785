// Opens the database of an installation for a maintenance command, beside a running server or without one.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#control/db/database.ts'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { clock } from './clock.ts'
import { BadOption, type Options } from './options.ts'
import { random } from './random.ts'

type Place = Pick<Options, 'data' | 'databaseUrl'>

export async function openDatabase({ databaseUrl, data }: Place): Promise<Database> {
  if (!databaseUrl) return openLibsql({ file: join(data, 'rackwright.db') })
  const { openPostgres } = await import('#control/db/engines/postgres.ts')
  return openPostgres({ url: databaseUrl, clock, random })
}

/** A mistyped --data must fail instead of creating a database, or a backup without disks. */
export async function openExisting(place: Place): Promise<Database> {
  const { databaseUrl, data } = place
  if (!databaseUrl && !existsSync(join(data, 'rackwright.db'))) throw new BadOption(`there is no database in ${data}`)
  const db = await openDatabase(place)
  if (!databaseUrl) return db
  try {
    const owner = await db.read.selectFrom('data_directory').select('id').executeTakeFirst()
    const own = await readFile(join(data, 'installation-id'), 'utf8').catch(() => '')
    if (owner && owner.id !== own.trim()) throw new BadOption(`${data} is not the data directory of this database`)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}
