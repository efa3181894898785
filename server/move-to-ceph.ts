// Moves the volumes of an installation from files to Ceph while its instances are stopped (`move-volumes`). The files stay until they are
// removed with --remove-old. May be interrupted anywhere, and repeated.
import { readFile, rm, writeFile, rename } from 'node:fs/promises'
import { MACHINE_STATES } from '#control/compute/instance-actions.ts'
import type { Database } from '#control/db/database.ts'
import { openCephBlocks } from '#drivers/ceph/blocks.ts'
import { claimPool } from '#drivers/ceph/mark.ts'
import type { CephPool } from '#drivers/ceph/tools.ts'
import { DriverError } from '#drivers/driver-error.ts'
import { openFileBlocks } from '#drivers/files/blocks.ts'
import { type Moved, moveVolumes } from '#drivers/move-volumes.ts'
import { clock } from './clock.ts'
import { noteVolumes, volumesElsewhere } from './last-options.ts'
import { BadOption } from './options.ts'
import { openDataDir } from './storage/data-dir.ts'
import { ID_NAME, readId } from './storage/installation-id.ts'

/** In the data directory. */
export const MOVING_NAME = 'moving-volumes'

interface Progress {
  /** Where the files are. */
  from: string
  /** `rbd:POOL` */
  to: string
  moved: Moved
}

export interface MoveToCeph {
  data: string
  openDatabase(): Promise<Database>
  pool: CephPool
  /** Also removes the files of volumes that were moved before. */
  removeOld: boolean
  say(text: string): void
}

/** Returns the message for the operator. */
export async function moveToCeph({ data, openDatabase, pool, removeOld, say }: MoveToCeph): Promise<string> {
  // the lock that a server holds, alone or with others
  const directory = openDataDir(data)
  try {
    const file = directory.path(MOVING_NAME)
    const last = await progressIn(file)
    const [to, now] = [`rbd:${pool.pool}`, volumesElsewhere(data)]
    if (now === to) return await finish(file, last, removeOld)
    if (now?.startsWith('rbd:'))
      throw new BadOption(`the volumes of this data directory are on Ceph already, in ${now}`)
    if (removeOld) throw new BadOption('the volumes were not moved yet: leave out --remove-old')
    await mustBeStopped(openDatabase)
    const from = now ?? directory.path('disks')
    const known = last?.from === from && last.to === to ? last.moved : {}
    const note = (moved: Moved) => keep(file, { from, to, moved })
    const moved = await copyAll({ id: readId(directory.path(ID_NAME)), from, pool, known, note, say, directory })
    noteVolumes(data, to)
    const count = Object.keys(moved).length
    return `moved ${count} volumes to ${to}. Start the server with --volumes ${to}.\nThe files stay in ${from}: once all is well, remove them with --remove-old`
  } finally {
    directory.release()
  }
}

interface CopyAll {
  id: string | undefined
  from: string
  pool: CephPool
  known: Moved
  note(moved: Moved): Promise<void>
  say(text: string): void
  directory: { path(...names: string[]): string }
}

async function copyAll({ id, from, pool, known, note, say, directory }: CopyAll): Promise<Moved> {
  if (id === undefined) throw new BadOption('this data directory has no installation: start a server on it first')
  try {
    await claimPool(pool, id)
    const files = await openFileBlocks(from)
    const ceph = await openCephBlocks({ pool, folder: directory.path('ceph'), clock })
    try {
      return await moveVolumes({ from: files, to: ceph, moved: known, note, say })
    } finally {
      await ceph.close()
      await files.close()
    }
  } catch (error) {
    if (error instanceof DriverError) throw new BadOption(`the volumes were not moved: ${error.message}`)
    throw error
  }
}

/** A guest would go on writing to the files. */
async function mustBeStopped(openDatabase: () => Promise<Database>): Promise<void> {
  const db = await openDatabase()
  try {
    const busy = db.read.selectFrom('instance').select('name').where('run_state', 'in', MACHINE_STATES).orderBy('name')
    const names = (await busy.execute()).map(({ name }) => name)
    if (names.length > 0)
      throw new BadOption(`stop all instances first: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`)
  } finally {
    await db.close()
  }
}

async function finish(file: string, last: Progress | undefined, removeOld: boolean): Promise<string> {
  if (!last) return 'the volumes were moved, and their files were removed'
  if (!removeOld) return `the volumes were moved. The files are in ${last.from} still: remove them with --remove-old`
  const files = await openFileBlocks(last.from)
  try {
    for (const id of Object.keys(last.moved)) await files.remove(id)
  } finally {
    await files.close()
  }
  await rm(file, { force: true })
  return `removed the files of ${Object.keys(last.moved).length} volumes from ${last.from}`
}

async function progressIn(file: string): Promise<Progress | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  return text === undefined ? undefined : (JSON.parse(text) as Progress)
}

async function keep(file: string, progress: Progress): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(progress)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
