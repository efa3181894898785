// `backup FILE` on a running server: a consistent snapshot of all rows, plus the data directory's files as of that moment or
// slightly later, in a compressed tar archive. Sparse disk files stay sparse.
import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { link, mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { Database } from '#control/db/database.ts'
import { dumpRows } from '#control/system/backup-rows.ts'

const run = promisify(execFile)
export const ROWS = 'rows.jsonl'
export const FILES = 'files'
/** The database (exported as rows instead), the running process's own files, and leftovers of killed backups. */
const NOT_COPIED = /^(rackwright\.db(-wal|-shm)?|server\.(lock|pid)(-journal)?|backup-.*)$/
/** GNU tar's exit code when a file changed while it was read, as disks in use do. */
const TAR_CHANGED = 1

export async function backup(db: Database, data: string, file: string, version: string): Promise<void> {
  // hard links need the same file system
  const staging = await mkdtemp(join(resolve(data), 'backup-'))
  const partial = `${resolve(file)}.partial`
  try {
    // link before and after reading the rows, so a file deleted or created in between is in the backup
    await linkFiles(data, join(staging, FILES))
    await db.snapshot(async (view) => {
      const lines = Readable.from(withLineEnds(dumpRows(view, version)))
      // the snapshot begins with its first read
      await pipeline(lines, createWriteStream(join(staging, ROWS), { mode: 0o600 }))
    })
    await linkFiles(data, join(staging, FILES))
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

async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (NOT_COPIED.test(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkFiles(source, target)
    else await link(source, target).catch(unless('EEXIST', 'ENOENT'))
  }
}

const unless =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error
  }

async function pack(folder: string, file: string): Promise<void> {
  const args = ['--create', '--gzip', '--sparse', '--file', file, '--directory', folder, ROWS, FILES]
  // created before tar opens it, so that only its owner can read the password hashes inside
  await writeFile(file, '', { mode: 0o600 })
  await run('tar', args).catch((error: { code?: unknown }) => {
    if (error.code !== TAR_CHANGED) throw error
  })
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
