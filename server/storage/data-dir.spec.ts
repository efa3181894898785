import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { DataDirInUse, openDataDir } from './data-dir.ts'

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
