// `backup FILE` on a running server: a consistent snapshot of all rows, plus the data directory's files as of that moment or
// slightly later, in a compressed tar archive. Sparse disk files stay sparse.
import { createWriteStream } from 'node:fs'
import { link as hardLink, lstat, mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '#control/db/database.ts'
import { dumpRows } from '#control/system/backup-rows.ts'
import { COPIED } from '../storage/data-dir.ts'
import { FILES, pack, ROWS } from './archive.ts'

export async function backup(db: Database, data: string, file: string, version: string): Promise<void> {
  // hard links need the same file system
  const staging = await mkdtemp(join(resolve(data), 'backup-'))
  const partial = `${resolve(file)}.partial`
  try {
    // link before and after reading the rows, so a file deleted or created in between is in the backup
    await linkOurs(data, join(staging, FILES))
    await db.snapshot(async (view) => {
      const lines = Readable.from(withLineEnds(dumpRows(view, version)))
      // the snapshot begins with its first read
      await pipeline(lines, createWriteStream(join(staging, ROWS), { mode: 0o600 }))
    })
    await linkOurs(data, join(staging, FILES))
    // created before tar opens it, so that only its owner can read the password hashes inside
    await writeFile(partial, '', { mode: 0o600 })
    await pack(staging, partial)
    await sync(partial)
    await rename(partial, resolve(file))
    await sync(dirname(resolve(file)))
  } finally {
    await rm(partial, { force: true })
    await rm(staging, { recursive: true, force: true })
  }
}

async function* withLineEnds(lines: AsyncIterable<string>) {
  for await (const line of lines) yield `${line}\n`
}

/** Nothing else in the directory is ours, such as `lost+found` on a volume of its own. */
async function linkOurs(data: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const name of COPIED) {
    const found = await lstat(join(data, name)).catch(unless('ENOENT'))
    if (found) await link(join(data, name), join(to, name), found.isDirectory())
  }
}

async function link(source: string, target: string, isDirectory: boolean): Promise<void> {
  if (!isDirectory) return hardLink(source, target).catch(unless('EEXIST', 'ENOENT'))
  await mkdir(target, { recursive: true })
  for (const entry of await readdir(source, { withFileTypes: true }))
    await link(join(source, entry.name), join(target, entry.name), entry.isDirectory())
}

/** Ignores a failure with one of these codes. */
export const unless =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? '')) throw error
  }

/** A backup reported as complete must survive a power cut. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
