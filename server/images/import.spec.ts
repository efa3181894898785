// A qcow2 file through the API on a rack with real machines, with the files of a data directory.
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '#control/testing/databases.ts'
import { talk, type Body, type Talk } from '#control/testing/talk.ts'
import { makeWorld, type World } from '#control/testing/world.ts'
import { clock } from '../clock.ts'
import { makeOutgoing } from '../outgoing/reach.ts'
import { openFileBlocks } from '#drivers/files/blocks.ts'
import { simulatedCapabilities } from '#drivers/simulated/rack.ts'
import { makeImageTools } from './image-tools.ts'
import { needing } from '../../scripts/needs.mjs'

const [MIB, GIB] = [2 ** 20, 2 ** 30]
/** Of one GiB of zeroes. */
const ZEROES = '49bc20df15e412a64472421e13fe86ff1c5165e18b2afccf160d4dc19fe68a14'
const PATH = '/rackwright/image-uploads'

/** By all threads of this process, and by programs that it has waited for. */
const bytesRead = () => Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))![1])

eachDatabase((_name, open) => {
  describe('a qcow2 file on a rack with real machines', needing('qemu-img'), () => {
    let folder: string
    let w: World & Talk
    const content = Buffer.concat([randomBytes(MIB), Buffer.alloc(6 * MIB), randomBytes(MIB)])
    /** What is being hashed. */
    const hashing = new Set<string>()
    const at = (name: string) => join(folder, name)
    const qemuImg = (...args: string[]) => execFileSync('qemu-img', args, { cwd: folder })

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'import-'))
      writeFileSync(at('disk.raw'), content)
      const blocks = await openFileBlocks(at('disks'))
      const digest: typeof blocks.digest = (id, length, signal) => {
        hashing.add(id)
        return blocks.digest(id, length, signal).finally(() => hashing.delete(id))
      }
      const imageTools = makeImageTools(makeOutgoing())
      const world = await makeWorld(await open(), {
        volumes: { ...blocks, digest },
        imageTools,
        can: { ...simulatedCapabilities, converts_images: true },
        clock: clock as never,
      })
      w = { ...world, ...talk(world.admin) }
      await world.plane.start()
      await w.post('/v1/projects', { name: 'web', description: '' })
    })
    afterAll(async () => {
      await w.stop()
      await w.host.volumes.close()
      rmSync(folder, { recursive: true })
    })

    async function upload(name: string): Promise<Body> {
      const bytes = new Uint8Array(readFileSync(at(name)))
      const source = { type: 'file', size: bytes.length, fingerprint: name }
      const body = { name, description: '', os: 'debian', version: '13', block_size: 512, source }
      const { id } = await w.post(`${PATH}?project=web`, body)
      const headers = { 'content-type': 'application/octet-stream' }
      // the first byte alone: the loop sees the header, not the request
      for (const [from, to] of [
        [0, 1],
        [1, bytes.length],
      ] as const) {
        const reply = await w.admin.raw('PUT', `${PATH}/${id}/content?offset=${from}`, bytes.slice(from, to), headers)
        expect(reply.status).toBe(200)
      }
      for (;;) {
        const found = await w.get(`${PATH}/${id}`)
        if (found.state === 'done' || found.state === 'failed') return found
        await sleep(50)
      }
    }

    test('becomes an image with the content of the disk inside', async () => {
      qemuImg('convert', '-f', 'raw', '-O', 'qcow2', '-c', 'disk.raw', 'good')
      const { problem, image_id } = await upload('good')
      expect(problem).toBe(null)
      const digest = createHash('sha256').update(content).digest('hex')
      await expect.poll(async () => (await w.get(`/v1/images/${image_id}`)).digest).toMatchObject({ value: digest })
      expect(await w.get(`/v1/images/${image_id}`)).toMatchObject({ name: 'good', size: 2 ** 30 })
    })

    test('that is empty is hashed without being read', { timeout: 200_000 }, async () => {
      qemuImg('create', '-q', '-f', 'qcow2', 'empty', '1G')
      const before = bytesRead()
      const { image_id } = await upload('empty')
      await expect
        .poll(async () => (await w.get(`/v1/images/${image_id}`)).digest, { timeout: 180_000 })
        .toMatchObject({ value: ZEROES })
      expect(bytesRead() - before).toBeLessThan(GIB / 4)
    })

    test(
      'that declares 1000 GiB keeps nobody waiting, and its hash ends with its volume',
      { timeout: 200_000 },
      async () => {
        qemuImg('create', '-q', '-f', 'qcow2', 'huge', '1000G')
        expect(readFileSync(at('huge')).length).toBeLessThan(MIB)
        const { image_id } = await upload('huge')
        const id = image_id as string
        await expect.poll(() => hashing.has(id)).toBe(true)
        expect(await w.get(`/v1/images/${id}`)).toMatchObject({ size: 1000 * GIB })
        // answered in the middle of it
        expect(hashing.has(id)).toBe(true)
        await w.del(`/v1/images/${id}`)
        await expect.poll(() => hashing.has(id)).toBe(false)
        await expect.poll(async () => (await w.host.volumes.list()).map((volume) => volume.id)).not.toContain(id)
      },
    )

    test('is refused if it is hostile, and nothing is left of it', async () => {
      const kept = (await w.host.volumes.list()).length
      const used = async () => ((await w.get('/v1/utilization')).provisioned as { storage: number }).storage
      const before = await used()
      writeFileSync(at('secret'), Buffer.alloc(MIB, 'secret'))
      qemuImg('create', '-q', '-f', 'qcow2', '-b', at('secret'), '-F', 'raw', 'backed', '8M')
      expect((await upload('backed')).problem).toContain('backing file')
      qemuImg('convert', '-f', 'raw', '-O', 'qcow2', 'disk.raw', 'whole')
      const whole = readFileSync(at('whole'))
      writeFileSync(at('cut'), whole.subarray(0, whole.length - MIB))
      expect((await upload('cut')).problem).toContain('The file is damaged or incomplete.')
      await expect.poll(async () => (await w.host.volumes.list()).length, { timeout: 10_000 }).toBe(kept)
      expect(await used()).toBe(before)
    })
  })
})
