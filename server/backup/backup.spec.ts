// A backup taken under writes, restored: it contains every project acknowledged before it began, and the disk contents.
import { createHash } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '#control/db/migrate.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeStorage } from '#control/testing/storage.ts'
import { makeWorld } from '#control/testing/world.ts'
import { openFileBlocks } from '../storage/blocks-files.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const root = mkdtempSync(join(tmpdir(), 'rackwright-backup-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const NOW = new Date('2026-11-15T12:00:00Z')
const CHUNK = Buffer.alloc(512 * 1024, 'bytes of a disk ')
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

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
      const w = await makeStorage(await open(), { blocks })
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
      await restore(file, restored, NOW, async () => ({ ...next, close: async () => undefined }))
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

test('a directory in use and a file that is not a backup are refused and left unchanged', async () => {
  const used = join(root, 'used')
  mkdirSync(used)
  writeFileSync(join(used, 'mine'), 'important')
  const file = join(root, 'no-backup')
  writeFileSync(file, 'not an archive')
  await expect(restore(file, used, NOW, never)).rejects.toThrow('is not empty')
  expect(readdirSync(used)).toEqual(['mine'])
  await expect(restore(file, join(root, 'fresh'), NOW, never)).rejects.toThrow(`cannot read ${file}`)
  expect(readdirSync(join(root, 'fresh'))).toEqual([])
})
