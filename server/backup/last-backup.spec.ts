import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { migrate } from '#control/db/migrate.ts'
import { GIB, makeCompute } from '#control/testing/compute.ts'
import { runCommand } from '../command.ts'
import { lastBackupIn } from './last-backup.ts'

test('a backup leaves the time at which it began; a failed one does not', async () => {
  const data = mkdtempSync(join(tmpdir(), 'rackwright-last-backup-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const db = await openLibsql({ file: join(data, 'rackwright.db') })
  await migrate(db, new Date())
  await db.close()
  // as the units of packaging/ pass them on
  const environment = { RACKWRIGHT_MACHINES: 'qemu:///system', RACKWRIGHT_VOLUMES: '/srv/volumes' }
  const run = (file: string) =>
    runCommand('backup', [file, '--data', data, '--verify'], environment, '1.2.3', () => undefined)

  await expect(run(join(data, 'no-such-folder', 'backup.tar.gz'))).rejects.toThrow('ENOENT')
  expect(await lastBackupIn(data)).toBeUndefined()

  for (let n = 0; n < 2; n++) {
    const before = Date.now()
    await run(join(data, 'backup.tar.gz'))
    const began = (await lastBackupIn(data))!.getTime()
    // file systems can round to the millisecond
    expect(began).toBeGreaterThanOrEqual(before - 1)
    expect(began).toBeLessThan(Date.now())
  }
})

test('a backup that lacks disks is kept beside the last one, fails, and is not noted', async () => {
  const data = mkdtempSync(join(tmpdir(), 'rackwright-last-backup-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const db = await openLibsql({ file: join(data, 'rackwright.db') })
  await migrate(db, new Date())
  const w = await makeCompute(db)
  const disk = {
    type: 'create',
    name: 'one',
    description: '',
    size: GIB,
    disk_source: { type: 'blank', block_size: 512 },
  }
  const { id } = await w.make('db1', { start: true, disks: [disk] })
  await w.reach(id, 'running')
  await w.stop()
  await db.close()
  // its guest runs without a server
  writeFileSync(join(data, 'rack'), 'libvirt qemu:///system\n')
  const file = join(data, 'monday.tar.gz')
  const run = () => runCommand('backup', [file, '--data', data], {}, '1.2.3', () => undefined)
  await expect(run()).rejects.toThrow('the backup is not complete')
  expect(await lastBackupIn(data)).toBeUndefined()
  expect(readdirSync(data).filter((name) => name.startsWith('monday'))).toEqual(['monday.tar.gz.incomplete'])
})
