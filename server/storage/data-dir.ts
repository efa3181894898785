// The data directory belongs to one server at a time: two on one SQLite file and one set of disks would each undo the other.
// The lock is the operating system's, held through SQLite, so it dies with its holder even at kill -9 and is never stale.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Libsql from 'libsql'
import { BadOption } from '../options.ts'

export interface DataDir {
  path(...names: string[]): string
  release(): void
}

export class DataDirInUse extends BadOption {}

export function openDataDir(given: string): DataDir {
  const root = resolve(given)
  // disks and password hashes live here: nobody else's business on a shared machine
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const lock = new Libsql(join(root, 'server.lock'))
  const pid = join(root, 'server.pid')
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new DataDirInUse(`${root} is in use by another server${holder(pid)}; stop it, or choose another --data`)
  }
  chmodSync(join(root, 'server.lock'), 0o600)
  writeFileSync(pid, `${process.pid}\n`)
  return { path: (...names) => join(root, ...names), release: () => lock.close() }
}

function holder(file: string): string {
  try {
    return ` (process ${readFileSync(file, 'utf8').trim()})`
  } catch {
    return ''
  }
}
