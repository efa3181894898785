// A backup taken under writes, restored: it contains every project acknowledged before it began, and the disk contents.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openLibsql } from '#control/db/engines/libsql.ts'
import { migrate } from '#control/db/migrate.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeStorage } from '#control/testing/storage.ts'
import { makeWorld } from '#control/testing/world.ts'
import { openFileBlocks } from '#drivers/files/blocks.ts'
import { backup } from './backup.ts'
import { restore, verifyBackup } from './restore.ts'
import { claimDatabase } from '../data-owner.ts'
import { random } from '../random.ts'
import { startupFailure } from '../startup-failure.ts'
import { ID_NAME, readId } from '../storage/installation-id.ts'

const openIn = (folder: string) => openLibsql({ file: join(folder, 'rackwright.db') })

const root = mkdtempSync(join(tmpdir(), 'rackwright-backup-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const NOW = new Date('2026-11-15T12:00:00Z')
const CHUNK = Buffer.alloc(512 * 1024, 'bytes of a disk ')
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const anyKey = async () => undefined
const never = () => Promise.reject(new Error('the database was opened'))

function firstBytes(file: string, count: number): Buffer {
  const [handle, bytes] = [openSync(file, 'r'), Buffer.alloc(count)]
  readSync(handle, bytes)
  closeSync(handle)
  return bytes
}

eachDatabase(
  (name, open) => {
    const folder = join(root, name)
    const [data, restored, file] = [join(folder, 'data'), join(folder, 'restored'), join(folder, 'backup.tar.gz')]

    test('a backup taken under load restores a complete installation', { timeout: 240_000 }, async () => {
      const blocks = await openFileBlocks(join(data, 'disks'))
      const w = await makeStorage(await open(), { volumes: blocks })
      const disk = await w.disk('kept', { disk_source: { type: 'importing_blocks', block_size: 4096 } })
      await w.tell(`/v1/disks/${disk.id}/bulk-write-start`)
      const body = { offset: 0, base64_encoded_data: CHUNK.toString('base64') }
      await w.tell(`/v1/disks/${disk.id}/bulk-write`, body)

      const acknowledged: string[] = []
      const over = new AbortController()
      const write = async (writer: number) => {
        for (let n = 0; !over.signal.aborted; n++) {
          const project = `w${writer}-${n}`
          const reply = await w.admin.raw('POST', '/v1/projects', { name: project, description: '' })
          if (reply.status === 201) acknowledged.push(project)
          // real writers wait for the network; without a pause these would starve everything else
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
      }
      const writers = [write(1), write(2), write(3)]
      await expect.poll(() => acknowledged.length).toBeGreaterThan(10)
      const before = [...acknowledged]
      await backup(w.host.db, data, file, '1.2.3')
      over.abort()
      await Promise.all(writers)

      const next = await open({ empty: true })
      // loadRows gets a database that outlives it
      await restore(file, restored, NOW, async () => ({ ...next, close: async () => undefined }), anyKey)
      await migrate(next, NOW)
      const again = await makeWorld(next, {}, w.admin.session)
      const { body: list } = await again.admin.raw('GET', '/v1/projects?limit=10000')
      const names = (list.items as { name: string }[]).map((project) => project.name)
      expect(before.filter((project) => !names.includes(project))).toEqual([])
      expect(names.every((project) => project === 'web' || acknowledged.includes(project))).toBe(true)

      const [volume] = readdirSync(join(restored, 'disks')).map((each) => join(restored, 'disks', each))
      expect(digest(firstBytes(volume!, CHUNK.length))).toBe(digest(CHUNK))
      const { size, blocks: taken } = statSync(volume!)
      expect(size).toBe(Number(disk.size))
      // the rest of the disk was never written and takes no space
      expect(taken * 512).toBeLessThan(4 * CHUNK.length)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(readdirSync(data)).toEqual(['disks'])
      expect(readdirSync(folder).sort()).toEqual(['backup.tar.gz', 'data', 'restored'])
      await again.stop()
      await blocks.close()
      await w.stop()
    })
  },
  ['libsql', 'postgres'],
)

test('on a volume of its own: lost+found and files of others are neither copied nor in the way', async () => {
  const [data, target] = [join(root, 'volume'), join(root, 'other-volume')]
  const file = join(root, 'volume.tar.gz')
  for (const folder of [data, target]) {
    mkdirSync(join(folder, 'lost+found'), { recursive: true })
    chmodSync(join(folder, 'lost+found'), 0)
  }
  writeFileSync(join(data, 'notes-of-an-operator'), 'mine')
  mkdirSync(join(data, 'disks'))
  writeFileSync(join(data, 'disks', 'a.blocks'), 'bytes')
  const db = await openLibsql({ file: join(data, 'rackwright.db') })
  await migrate(db, NOW)
  await backup(db, data, file, '1.2.3')
  await restore(file, target, NOW, () => openLibsql({ file: join(target, 'rackwright.db') }), anyKey)
  expect(
    readdirSync(target)
      .filter((name) => !name.startsWith('rackwright.db-'))
      .sort(),
  ).toEqual(['disks', 'installation-id', 'lost+found', 'rackwright.db'])
  expect(await verifyBackup(file)).toBe('0 rows, made by version 1.2.3')
  expect(execFileSync('tar', ['-tzf', file], { encoding: 'utf8' })).not.toContain('notes')
  await db.close()

  const whole = readFileSync(file)
  const cut = join(root, 'cut.tar.gz')
  writeFileSync(cut, whole.subarray(0, whole.length - 20))
  for (const attempt of [verifyBackup(cut), restore(cut, join(root, 'from-cut'), NOW, never, anyKey)])
    await expect(attempt).rejects.toThrow(`${cut} is truncated`)
  writeFileSync(cut, whole.with(whole.length >> 1, whole[whole.length >> 1]! ^ 0xff))
  await expect(verifyBackup(cut)).rejects.toThrow(`cannot read ${cut}`)
})

test('volumes that have moved elsewhere are not in it, and neither are copies for other backups', async () => {
  const [data, file] = [join(root, 'moved'), join(root, 'moved.tar.gz')]
  mkdirSync(join(data, 'disks'), { recursive: true })
  const db = await openIn(data)
  await migrate(db, NOW)
  const [kept, copy] = [random.uuid(), random.uuid()]
  const volume = { id: copy, owner: 'backup', size: 1, source_id: kept, volume_state: 'making', task: 'make' } as const
  await db.transaction((tx) =>
    tx
      .insertInto('volume')
      .values({ ...volume, attempts: 0 })
      .execute(),
  )
  for (const name of [kept, copy, `${copy}-copying`]) writeFileSync(join(data, 'disks', `${name}.blocks`), 'bytes')
  const disks = async (volumes?: string) => {
    writeFileSync(join(data, 'last-options'), JSON.stringify({ volumes }))
    await backup(db, data, file, '1.2.3')
    return execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).match(/[^/]+(?=\.blocks)/g)
  }
  expect(await disks()).toEqual([kept])
  expect(await disks(join(data, 'disks'))).toEqual([kept])
  expect(await disks('rbd:rackwright')).toBeNull()
  await db.close()
})

test('what is restored is another installation, with the epoch of the original', async () => {
  const [data, target, file] = ['known', 'known-restored', 'known.tar.gz'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(join(data, 'disks'), { recursive: true })
  const db = await openIn(data)
  await migrate(db, NOW)
  const { id } = await claimDatabase({ db, idFile: join(data, ID_NAME), random, now: NOW })
  await db.transaction((tx) => tx.updateTable('data_directory').set({ epoch: 4 }).execute())
  writeFileSync(join(data, 'disks', ID_NAME), `${id}\n`)
  await backup(db, data, file, '1.2.3')
  await db.close()
  expect(execFileSync('tar', ['-tzf', file], { encoding: 'utf8' })).not.toMatch(/files\/installation-id/)
  await restore(file, target, NOW, () => openIn(target), anyKey)
  const restored = await openIn(target)
  const [row] = await restored.read.selectFrom('data_directory').select(['id', 'epoch']).execute()
  expect(row).toEqual({ id: readId(join(target, ID_NAME)), epoch: 4 })
  expect(row!.id).not.toBe(id)
  // the folder of disks gets the mark at the first start
  expect(readdirSync(join(target, 'disks'))).toEqual([])
  await restored.close()
})

test('a file that cannot be copied is named', async () => {
  const failed = Object.assign(new Error(), { code: 'EACCES', path: '/data/disks/a.blocks' })
  expect(startupFailure(failed, { data: '/data' })).toBe('cannot use /data/disks/a.blocks: permission denied')
})

test('a directory in use and a file that is not a backup are refused and left unchanged', async () => {
  const used = join(root, 'used')
  mkdirSync(used)
  writeFileSync(join(used, 'mine'), 'important')
  const file = join(root, 'no-backup')
  writeFileSync(file, 'not an archive')
  await expect(restore(file, used, NOW, never, anyKey)).rejects.toThrow('is not empty')
  expect(readdirSync(used)).toEqual(['mine'])
  await expect(restore(file, join(root, 'fresh'), NOW, never, anyKey)).rejects.toThrow(`cannot read ${file}`)
  expect(readdirSync(join(root, 'fresh'))).toEqual([])
})
