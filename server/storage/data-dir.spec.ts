import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { startupFailure } from '../startup-failure.ts'
import { DataDirInUse, openDataDir } from './data-dir.ts'
import { needing } from '../../scripts/needs.mjs'

const root = mkdtempSync(join(tmpdir(), 'rackwright-data-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Another process holding the lock in the same way, until it is killed. */
const HOLD = `
  const lock = new (require('libsql'))(process.argv[1])
  lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  console.log('held'); setInterval(() => {}, 1000)`

test('it is made, private, and given back', () => {
  const dir = openDataDir(join(root, 'new', 'deep'))
  expect(statSync(join(root, 'new', 'deep')).mode & 0o777).toBe(0o700)
  expect(dir.path('a', 'b')).toBe(join(root, 'new', 'deep', 'a', 'b'))
  dir.release()
  openDataDir(join(root, 'new', 'deep')).release()
})

test('a second server is refused, and let in after the first was killed', async () => {
  openDataDir(root).release()
  const other = spawn(process.execPath, ['-e', HOLD, join(root, 'server.lock')])
  await once(other.stdout, 'data')
  expect(() => openDataDir(root)).toThrow(DataDirInUse)
  expect(() => openDataDir(root)).toThrow(/in use by another server \(process \d+\)/)
  other.kill('SIGKILL')
  await once(other, 'exit')
  openDataDir(root).release()
})

test('servers on PostgreSQL share it with each other, but not with one on SQLite', () => {
  const shared = [openDataDir(root, { isShared: true }), openDataDir(root, { isShared: true })]
  expect(() => openDataDir(root)).toThrow(DataDirInUse)
  shared[0]!.release()
  expect(() => openDataDir(root)).toThrow(DataDirInUse)
  shared[1]!.release()
  const alone = openDataDir(root)
  expect(() => openDataDir(root, { isShared: true })).toThrow(DataDirInUse)
  alone.release()
})

test('a directory that others can read is made private, with what is in it', () => {
  const open = join(root, 'open')
  mkdirSync(open, { recursive: true })
  chmodSync(open, 0o755)
  writeFileSync(join(open, 'rackwright.db'), '')
  chmodSync(join(open, 'rackwright.db'), 0o644)
  openDataDir(open).release()
  expect(statSync(open).mode & 0o777).toBe(0o700)
  expect(statSync(join(open, 'rackwright.db')).mode & 0o777).toBe(0o600)
})

test('the directory of another user is refused while others can read it', needing('root'), () => {
  const foreign = join(root, 'foreign')
  mkdirSync(foreign, { recursive: true })
  chownSync(foreign, 65534, 65534)
  chmodSync(foreign, 0o750)
  expect(() => openDataDir(foreign)).toThrow(
    `${foreign} belongs to another user, and others can access it: run chmod go= ${foreign}`,
  )
  chmodSync(foreign, 0o700)
  openDataDir(foreign).release()
})

test('a read-only file system is named as the reason', needing('mount'), () => {
  const mount = mkdtempSync(join(tmpdir(), 'rackwright-ro-'))
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', mount]).status).toBe(0)
  onTestFinished(() => void spawnSync('umount', [mount]))
  for (const data of [mount, join(mount, 'new'), join(mount, 'new', 'deep')]) {
    const failure = attempt(data)
    expect(startupFailure(failure, { data })).toBe(`cannot use ${mount}: the file system is read-only`)
  }
})

function attempt(data: string): unknown {
  try {
    openDataDir(data).release()
  } catch (error) {
    return error
  }
}
