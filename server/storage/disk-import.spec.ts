// A file uploaded over HTTP, as JSON and as plain bytes, arrives in the data directory as an image and a disk with its SHA-256.
// With BIG=1 the file has 300 MB.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeStorage } from '#control/testing/storage.ts'
import { openFileBlocks } from '#drivers/files/blocks.ts'
import { serveControl } from '../testing.ts'

const CHUNK = 512 * 1024
const CHUNKS = process.env.BIG ? 600 : 48
const folder = mkdtempSync(join(tmpdir(), 'rackwright-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function chunkAt(number: number): Buffer<ArrayBuffer> {
  // every fourth is empty, as in real disk images: not sent, and taking no space
  return number % 4 === 3 && number < CHUNKS - 1 ? Buffer.alloc(CHUNK) : Buffer.alloc(CHUNK, `chunk ${number} `)
}

eachDatabase(
  (_name, open) => {
    test('a file becomes an image and a disk', { timeout: 120_000 }, async () => {
      const blocks = await openFileBlocks(folder)
      const w = await makeStorage(await open(), { volumes: blocks })
      const host = await serveControl(w.plane)
      const disk = await w.disk('in', { disk_source: { type: 'importing_blocks', block_size: 4096 } })
      await w.tell(`/v1/disks/${disk.id}/bulk-write-start`)

      const hash = createHash('sha256')
      for (let number = 0; number < CHUNKS; number++) hash.update(chunkAt(number))
      const sha256 = hash.digest('hex')
      const queue = Array.from({ length: CHUNKS }, (_, number) => number).filter((number) =>
        chunkAt(number).some((byte) => byte !== 0),
      )
      const cookie = `session=${w.admin.session}`
      const sendJson = (number: number) =>
        fetch(new URL(`/v1/disks/${disk.id}/bulk-write`, host.url), {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie },
          body: JSON.stringify({ offset: number * CHUNK, base64_encoded_data: chunkAt(number).toString('base64') }),
        })
      const sendBytes = (number: number) =>
        fetch(new URL(`/rackwright/disks/${disk.id}/blocks?offset=${number * CHUNK}`, host.url), {
          method: 'PUT',
          headers: { 'content-type': 'application/octet-stream', cookie },
          body: chunkAt(number),
        })
      const send = async () => {
        for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
          const reply = await (number % 2 ? sendJson(number) : sendBytes(number))
          expect(reply.status, await reply.text()).toBe(204)
        }
      }
      await Promise.all(Array.from({ length: 6 }, send))
      await w.tell(`/v1/disks/${disk.id}/bulk-write-stop`)
      await w.tell(`/v1/disks/${disk.id}/finalize`, { snapshot_name: 's' })
      const { id } = await w.get('/v1/snapshots/s?project=web')
      const source = { type: 'snapshot', id }
      const image = await w.post('/v1/images', { name: 'i', description: '', os: '', version: '', source })
      await w.settle()
      expect((await w.get('/v1/images/i')).digest).toEqual({ type: 'sha256', value: sha256 })
      const copy = await w.disk('out', { size: 2 * 2 ** 30, disk_source: { type: 'image', image_id: image.id } })
      expect(await blocks.digest(copy.id, CHUNKS * CHUNK)).toBe(sha256)
      const { size, blocks: taken } = statSync(join(folder, `${copy.id}.blocks`))
      expect(size).toBe(2 * 2 ** 30)
      expect(taken * 512).toBeLessThan(CHUNKS * CHUNK)
      await host.close()
      await blocks.close()
      expect(w.errors).toEqual([])
    })
  },
  ['libsql'],
)
