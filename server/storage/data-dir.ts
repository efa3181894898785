// Locks the data directory. A server on a SQLite file has it alone; servers on PostgreSQL share it with each other.
// The operating system holds the lock, through SQLite, so it ends with its process even after kill -9 and is never stale.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Libsql from 'libsql'
import { BadOption } from '../options.ts'

export interface DataDir {
  path(...names: string[]): string
  release(): void
}

export class DataDirInUse extends BadOption {}

/** `isShared`: other servers on the same database use the directory too. */
export function openDataDir(given: string, { isShared = false } = {}): DataDir {
  const root = resolve(given)
  // private: disks and password hashes are in here
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const lock = new Libsql(join(root, 'server.lock'))
  const pid = join(root, 'server.pid')
  try {
    // a read transaction holds a shared lock, which only an exclusive one conflicts with
    lock.exec(isShared ? 'BEGIN; SELECT count(*) FROM sqlite_master' : 'PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new DataDirInUse(`${root} is in use by another server${holder(pid)}; stop it, or choose another --data`)
  }
  chmodSync(join(root, 'server.lock'), 0o600)
  // several servers, perhaps on several machines, have no one process to name
  if (!isShared) writeFileSync(pid, `${process.pid}\n`)
  return { path: (...names) => join(root, ...names), release: () => lock.close() }
}

function holder(file: string): string {
  try {
    return ` (process ${readFileSync(file, 'utf8').trim()})`
  } catch {
    return ''
  }
}
