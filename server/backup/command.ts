// `backup FILE` and `restore FILE`, with the options that name the database and the data directory.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#control/db/database.ts'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { clock } from '../clock.ts'
import { BadOption, type Options } from '../options.ts'
import { random } from '../random.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

export const COMMANDS = ['backup', 'restore'] as const
export type Command = (typeof COMMANDS)[number]
export const isCommand = (word: string | undefined): word is Command => COMMANDS.some((command) => command === word)

/** Returns the message for the operator. */
export async function runCommand(command: Command, file: string, options: Options, version: string): Promise<string> {
  if (options.apiHost) throw new BadOption(`--api-host has no data of its own: there is nothing to ${command}`)
  if (command === 'restore') {
    await restore(file, options.data, clock.now(), () => openDatabase(options))
    return `restored ${options.data} from ${file}`
  }
  const db = await openExisting(options)
  try {
    await backup(db, options.data, file, version)
  } finally {
    await db.close()
  }
  return `wrote ${file}`
}

async function openDatabase({ databaseUrl, data }: Options): Promise<Database> {
  if (!databaseUrl) return openLibsql({ file: join(data, 'rackwright.db') })
  const { openPostgres } = await import('#control/db/engines/postgres.ts')
  return openPostgres({ url: databaseUrl, clock, random })
}

/** A mistyped --data must fail instead of producing a backup without disks. */
async function openExisting(options: Options): Promise<Database> {
  const { databaseUrl, data } = options
  if (!databaseUrl && !existsSync(join(data, 'rackwright.db'))) throw new BadOption(`there is no database in ${data}`)
  const db = await openDatabase(options)
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
