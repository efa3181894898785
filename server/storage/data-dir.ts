// The data directory: private to its user, and locked. A server on a SQLite file has it alone; servers on PostgreSQL share it with
// each other. The operating system holds the lock, through SQLite, so it ends with its process even after kill -9 and is never stale.
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Libsql from 'libsql'
import { BadOption } from '../options.ts'
import { CHECKPOINT_NAME } from './kept-checkpoint.ts'
import { openReserve, type Reserve } from './reserve.ts'

/** What a backup copies. A restored copy is another installation, and gets an ID of its own. */
export const COPIED = ['disks', 'bundles', 'rack', 'last-options']
/** Left out of backups, so that one of them alone does not reveal secrets. */
export const SECRET_KEY_NAME = 'secret-key'
const OURS = [
  ...COPIED,
  CHECKPOINT_NAME,
  'installation-id',
  'taking-over',
  'moving-volumes',
  'ceph',
  'machines',
  'rackwright.db',
  'rackwright.db-wal',
  'rackwright.db-shm',
  'server.lock',
  'server.pid',
  'reserve',
]

export interface DataDir {
  path(...names: string[]): string
  /** Only with a database in the directory. */
  reserve: Reserve | undefined
  release(): void
}

export class DataDirInUse extends BadOption {}

/** `isShared`: other servers on the same database use the directory too. */
export function openDataDir(given: string, { isShared = false } = {}): DataDir {
  const root = resolve(given)
  create(root)
  makePrivate(root)
  for (const name of OURS) makePrivate(join(root, name))
  const lock = new Libsql(join(root, 'server.lock'))
  const pid = join(root, 'server.pid')
  try {
    // a read transaction holds a shared lock, which only an exclusive one conflicts with; a journal would need space on a full disk
    lock.exec(isShared ? 'BEGIN; SELECT count(*) FROM sqlite_master' : 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error
    throw new DataDirInUse(`${root} is in use by another server${holder(pid)}; stop it, or choose another --data`)
  }
  chmodSync(join(root, 'server.lock'), 0o600)
  const reserve = isShared ? undefined : openReserve(join(root, 'reserve'))
  // several servers, perhaps on several machines, have no one process to name
  if (!isShared) writeFileSync(pid, `${process.pid}\n`, { mode: 0o600 })
  return { path: (...names) => join(root, ...names), reserve, release: () => lock.close() }
}

function create(root: string): void {
  // on a read-only file system, a recursive mkdir says that the parent does not exist
  if (!existsSync(root)) accessSync(firstExisting(root), constants.W_OK)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  accessSync(root, constants.W_OK)
}

const firstExisting = (path: string): string => (existsSync(path) ? path : firstExisting(dirname(path)))

/** Disks and password hashes are in here. The path, and what is directly in it, keeps only the permissions of its owner. */
function makePrivate(path: string): void {
  const { uid, mode } = statSync(path, { throwIfNoEntry: false }) ?? { uid: 0, mode: 0 }
  if ((mode & 0o077) === 0) return
  if (uid !== process.getuid?.())
    throw new BadOption(`${path} belongs to another user, and others can access it: run chmod go= ${path} as that user`)
  chmodSync(path, mode & 0o700)
}

function holder(file: string): string {
  try {
    return ` (process ${readFileSync(file, 'utf8').trim()})`
  } catch {
    return ''
  }
}
