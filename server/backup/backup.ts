// `backup FILE` on a running server: a consistent snapshot of all rows, plus the data directory's files as of that moment or
// slightly later, in a compressed tar archive. Sparse disk files stay sparse. Disks of running guests are copies of one moment, or left out.
import { createWriteStream } from 'node:fs'
import { link as hardLink, lstat, mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '#control/db/database.ts'
import { dumpRows } from '#control/system/backup-rows.ts'
import { type CopyParts, copyIds } from '#control/storage/disk-copies.ts'
import { clock } from '../clock.ts'
import { volumesElsewhere } from '../last-options.ts'
import { random } from '../random.ts'
import { COPIED } from '../storage/data-dir.ts'
import { FILES, LEFT_OUT, pack, ROWS } from './archive.ts'
import { copyGuests, idIn, leftOutText, type Guests } from './guests.ts'

/** Instances that are started while their disks are read make another attempt necessary. */
const MAX_ATTEMPTS = 3

type Ports = Omit<CopyParts, 'db'>

/** Where a backup is written. One that lacks disks must not take the place of one that has them. */
export const placeOf = (file: string, problems: readonly string[]) => (problems.length === 0 ? file : incomplete(file))
const incomplete = (file: string) => `${file}.incomplete`

/** Returns which disks are not in it as of one moment, in words. */
export async function backup(
  db: Database,
  data: string,
  file: string,
  version: string,
  ports: Ports = { clock, random },
): Promise<string[]> {
  const partial = `${resolve(file)}.partial`
  try {
    const problems = await staged({ db, ...ports }, data, version, async (staging) => {
      // created before tar opens it, so that only its owner can read the password hashes inside
      await writeFile(partial, '', { mode: 0o600 })
      await pack(staging, partial)
      await sync(partial)
    })
    const place = resolve(placeOf(file, problems))
    await rename(partial, place)
    await sync(dirname(place))
    if (problems.length === 0) await rm(incomplete(resolve(file)), { force: true })
    return problems
  } finally {
    await rm(partial, { force: true })
  }
}

/** `keep` gets a directory with everything that a backup has, and may be called again. */
export async function staged(
  parts: CopyParts,
  data: string,
  version: string,
  keep: (staging: string) => Promise<void>,
  prefix = 'backup-',
): Promise<string[]> {
  const hasDisks = volumesElsewhere(data) === undefined
  for (let attempt = 1; ; attempt++) {
    const guests = hasDisks ? await copyGuests(parts, data) : NO_GUESTS
    try {
      await stage(parts.db, join(resolve(data), prefix), data, version, guests, keep)
      const touched = await guests.touched()
      if (touched.length === 0 || attempt === MAX_ATTEMPTS)
        return [
          ...guests.leftOut.map(leftOutText),
          ...touched.map(
            (disk) =>
              `Disk ${disk.name} of ${disk.instance_name} is not of one moment: the instance was started while it was read`,
          ),
        ]
    } finally {
      await guests.release()
    }
  }
}

const NO_GUESTS: Guests = {
  copies: new Map(),
  leftOut: [],
  touched: async () => [],
  release: async () => undefined,
}

async function stage(
  db: Database,
  prefix: string,
  data: string,
  version: string,
  guests: Guests,
  keep: (staging: string) => Promise<void>,
): Promise<void> {
  // hard links need the same file system
  const staging = await mkdtemp(prefix)
  try {
    // link before and after reading the rows, so a file deleted or created in between is in the backup
    await linkOurs(db, data, join(staging, FILES), guests)
    await linkCopies(join(data, 'disks'), join(staging, FILES, 'disks'), guests)
    await db.snapshot(async (view) => {
      const lines = Readable.from(withLineEnds(dumpRows(view, version)))
      // the snapshot begins with its first read
      await pipeline(lines, createWriteStream(join(staging, ROWS), { mode: 0o600 }))
    })
    await linkOurs(db, data, join(staging, FILES), guests)
    await writeFile(join(staging, LEFT_OUT), JSON.stringify(guests.leftOut), { mode: 0o600 })
    await keep(staging)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Those that an interruption has left. Nobody may be at work there. */
export async function removeStaged(data: string, prefix: string): Promise<void> {
  const names = (await readdir(data)).filter((name) => name.startsWith(prefix))
  for (const name of names) await rm(join(data, name), { recursive: true, force: true })
}

async function* withLineEnds(lines: AsyncIterable<string>) {
  for await (const line of lines) yield `${line}\n`
}

/** Nothing else in the directory is ours, such as `lost+found` on a volume of its own. */
async function linkOurs(db: Database, data: string, to: string, { copies, leftOut }: Guests): Promise<void> {
  await mkdir(to, { recursive: true })
  // other backups may be under way
  const skipped = new Set([...copies.keys(), ...leftOut.map(({ id }) => id), ...(await copyIds(db.read))])
  // what `move-volumes` has left there is old
  const ours = volumesElsewhere(data) === undefined ? COPIED : COPIED.filter((name) => name !== 'disks')
  for (const name of ours) {
    const found = await lstat(join(data, name)).catch(unless('ENOENT'))
    if (found) await link(join(data, name), join(to, name), found.isDirectory(), skipped)
  }
}

/** Under the names of the disks that they are copies of. */
async function linkCopies(disks: string, to: string, { copies }: Guests): Promise<void> {
  for (const [disk, copy] of copies) await hardLink(join(disks, fileOf(copy)), join(to, fileOf(disk)))
}

const fileOf = (id: string) => `${id}.blocks`

async function link(source: string, target: string, isDirectory: boolean, skipped: Set<string>): Promise<void> {
  if (skipped.has(idIn(basename(source)))) return
  if (!isDirectory) return hardLink(source, target).catch(unless('EEXIST', 'ENOENT'))
  await mkdir(target, { recursive: true })
  for (const entry of await readdir(source, { withFileTypes: true }))
    await link(join(source, entry.name), join(target, entry.name), entry.isDirectory(), skipped)
}

/** Ignores a failure with one of these codes. */
export const unless =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? '')) throw error
  }

/** A backup reported as complete must survive a power cut. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
