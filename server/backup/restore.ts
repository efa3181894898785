// `restore FILE`: fills an empty data directory and an empty database from a backup. The next start migrates an older schema.
import { createReadStream } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Database } from '#control/db/database.ts'
import { BadBackup, checkRows, loadRows } from '#control/system/backup-rows.ts'
import { lastCheckpoint } from '#control/audit/entries.ts'
import { MARK_NAME } from '#drivers/files/mark.ts'
import { ID_NAME, renewId, writeId } from '../storage/installation-id.ts'
import { BadOption } from '../options.ts'
import { random } from '../random.ts'
import { SECRET_KEY_NAME } from '../storage/data-dir.ts'
import { CHECKPOINT_NAME, keepCheckpointIn } from '../storage/kept-checkpoint.ts'
import { faultMissing } from '#control/storage/disk-copies.ts'
import { FILES, LEFT_OUT, readRows, ROWS, unpack } from './archive.ts'
import { unless } from './backup.ts'
import type { LeftOut } from './guests.ts'

/**
 * `source` is an archive, or fills a directory with what one holds. Calls `openDatabase` only after reading it, so that a mistyped file
 * name creates nothing. What is restored is another installation than the original: neither touches the machines and networks of the
 * other. `prepare` gets the database when everything is there; if it fails, nothing is restored. Returns the disks that the backup does
 * not have.
 */
export async function restore(
  source: string | ((folder: string) => Promise<void>),
  data: string,
  now: Date,
  openDatabase: () => Promise<Database>,
  checkKey: (sealed_check: string) => Promise<void>,
  prepare?: (db: Database) => Promise<void>,
): Promise<LeftOut[]> {
  const folder = resolve(data)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await oursIn(folder)).length > 0) throw new BadOption(`${folder} is not empty: restore to a new --data`)
  try {
    await (typeof source === 'string' ? unpack(source, folder) : source(folder))
    const db = await openDatabase()
    try {
      const lines = createInterface({ input: createReadStream(join(folder, ROWS)), crlfDelay: Infinity })
      await loadRows(db, lines, now, checkKey)
      await keepCheckpoint(db, folder)
      const leftOut = await leftOutIn(folder)
      // a take-over brings the disks of running machines
      if (!prepare) await faultMissing(db, idsOf(leftOut))
      await rm(join(folder, ROWS))
      for (const name of await readdir(join(folder, FILES))) await rename(join(folder, FILES, name), join(folder, name))
      await rm(join(folder, FILES), { recursive: true })
      await rm(join(folder, 'disks', MARK_NAME), { force: true })
      writeId(join(folder, ID_NAME), await renewId(db, random))
      await prepare?.(db)
      return leftOut
    } finally {
      await db.close()
    }
  } catch (error) {
    // a partial restore must not look like a data directory
    for (const name of await oursIn(folder)) await rm(join(folder, name), { recursive: true, force: true })
    throw explain(error)
  }
}

const idsOf = (disks: readonly LeftOut[]) => disks.map(({ id }) => id)

/** Backups of earlier versions have everything, and do not say so. */
async function leftOutIn(folder: string): Promise<LeftOut[]> {
  const file = join(folder, LEFT_OUT)
  const text = await readFile(file, 'utf8').catch(unless('ENOENT'))
  await rm(file, { force: true })
  return text === undefined ? [] : (JSON.parse(text) as LeftOut[])
}

/** The restored log continues from its own last checkpoint. */
async function keepCheckpoint(db: Database, folder: string): Promise<void> {
  const names = (await db.read.introspection.getTables()).map(({ name }) => name)
  // version 0.2.0 did not seal its log
  if (!names.includes('audit_checkpoint')) return
  const last = await lastCheckpoint(db.read)
  if (last) await keepCheckpointIn(join(folder, CHECKPOINT_NAME), random).replace(last)
}

/** Reads a backup from end to end and changes nothing. Returns what it holds, in words. */
export async function verifyBackup(file: string): Promise<string> {
  const { rows, version } = await readRows(file, checkRows).catch((error: unknown) => {
    throw explain(error)
  })
  return `${rows} rows, made by version ${version}`
}

const explain = (error: unknown) => (error instanceof BadBackup ? new BadOption(error.message) : error)

/** A volume of its own has `lost+found`, and perhaps other entries that do not belong to us. The secret key comes before a restore. */
async function oursIn(folder: string): Promise<string[]> {
  const uid = process.getuid?.()
  const names = (await readdir(folder)).filter((name) => name !== 'lost+found' && name !== SECRET_KEY_NAME)
  // a database that is being closed removes its files meanwhile
  const found = await Promise.all(names.map((name) => lstat(join(folder, name)).catch(unless('ENOENT'))))
  return names.filter((_name, n) => found[n] && (uid === undefined || found[n].uid === uid))
}
