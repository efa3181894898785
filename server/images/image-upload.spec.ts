// Image uploads through the API, on every database: staged, resumed through another replica, charged to the quota, fetched from a URL,
// refused by content, and cleaned up.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { BlockError } from '#drivers/blocks.ts'
import { makeImageTools } from './image-tools.ts'
import { makeOutgoing } from '../outgoing/reach.ts'
import { ImageProblem, type ImageTools } from '#control/frame/image-tools.ts'
import { makeControlPlane } from '#control/plane/control-plane.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { bodyOf, fileOf, OCTETS, sha256, UPLOADS, work } from '#control/testing/image-upload.ts'
import { eventually, GIB, makeStorage, type Storage } from '#control/testing/storage.ts'
import type { Body } from '#control/testing/talk.ts'
import { whyNot } from '../../scripts/needs.mjs'

const MIB = 2 ** 20

const tools = makeImageTools(makeOutgoing({ allowPrivateImages: true }))
/** What the next fetch finds. */
let remote: { size?: number; bytes: Uint8Array } = { bytes: new Uint8Array() }
/** The URL of the last fetch. */
let fetched: string
const imageTools: ImageTools = {
  decompress: tools.decompress,
  async fetch(url) {
    fetched = url
    if (url.includes('missing')) throw new ImageProblem(`Nothing is at ${url}.`)
    const { bytes, size = bytes.length } = remote
    const content = async function* () {
      yield bytes
    }
    return { size, content: content() }
  },
}

eachDatabase((_name, open) => {
  describe('image uploads', () => {
    let w: Storage
    beforeEach(async () => {
      w = await makeStorage(await open(), { imageTools })
    })

    const begin = (name: string, source: object, more = {}) =>
      w.post(`${UPLOADS}?project=web`, bodyOf(name, source, more))
    const view = (id: string) => w.get(`${UPLOADS}/${id}`)
    const write = (id: string, offset: number, bytes: Uint8Array) =>
      w.admin.raw('PUT', `${UPLOADS}/${id}/content?offset=${offset}`, new Uint8Array(bytes), OCTETS)

    async function upload(name: string, bytes: Uint8Array): Promise<Body> {
      const { id } = await begin(name, fileOf(bytes))
      for (let offset = 0; offset < bytes.length; offset += MIB)
        expect((await write(id, offset, bytes.subarray(offset, offset + MIB))).status).toBe(200)
      await work(w)
      await w.settle()
      return view(id)
    }

    /** In a first piece that says nothing about the file, so that the loop finds out. */
    async function uploadUnseen(name: string, bytes: Uint8Array): Promise<Body> {
      const { id } = await begin(name, fileOf(bytes))
      await write(id, 0, bytes.subarray(0, 1))
      await write(id, 1, bytes.subarray(1))
      await work(w)
      await w.settle()
      return view(id)
    }

    /** Only the volumes of images, and only they are charged: a gibibyte each. */
    async function expectOnly(volumes: unknown[]): Promise<void> {
      await w.settle()
      expect((await w.blocks.list()).map(({ id }) => id)).toEqual(volumes)
      expect(await w.storage()).toBe(volumes.length * GIB)
    }

    test('a raw file becomes an image, charged with its size from the start', async () => {
      const bytes = randomBytes(3 * MIB + 100)
      const made = await begin('base', fileOf(bytes))
      expect(made).toMatchObject({ name: 'base', state: 'receiving', size: bytes.length, received: 0, image_id: null })
      expect(await w.storage()).toBe(GIB)
      await write(made.id, 0, bytes.subarray(0, 2 * MIB))
      const last = await write(made.id, 2 * MIB, bytes.subarray(2 * MIB))
      expect(last.body).toMatchObject({ state: 'converting', received: bytes.length })
      await work(w)
      await w.settle()
      const done = await view(made.id)
      expect(done).toMatchObject({ state: 'done', problem: null })
      const image = await w.get(`/v1/images/${done.image_id}`)
      expect(image).toMatchObject({ name: 'base', description: 'for tests', os: 'debian', size: GIB, block_size: 512 })
      expect(image.digest).toEqual({ type: 'sha256', value: sha256(bytes) })
      await expectOnly([done.image_id])
    })

    test('compressed with gzip, xz or zstd, the content is the image', async () => {
      const bytes = Buffer.concat([randomBytes(MIB), Buffer.alloc(5 * MIB), randomBytes(10)])
      const packed = {
        gz: gzipSync(bytes),
        ...(whyNot('xz') === undefined && { xz: execFileSync('xz', ['-c'], { input: bytes, maxBuffer: 8 * MIB }) }),
        ...(whyNot('zstd') === undefined && {
          zstd: execFileSync('zstd', ['-qc'], { input: bytes, maxBuffer: 8 * MIB }),
        }),
      }
      const made: unknown[] = []
      for (const [name, file] of Object.entries(packed)) {
        const done = await upload(name, file)
        const image = await w.get(`/v1/images/${done.image_id}`)
        expect(image).toMatchObject({ size: GIB, digest: { value: sha256(bytes) } })
        made.push(image.id)
      }
      await expectOnly(made)
    })

    test('says how much of the image is made', async () => {
      const packed = gzipSync(randomBytes(2 * MIB))
      const { id } = await begin('packed', fileOf(packed))
      await write(id, 0, packed)
      expect(await view(id)).toMatchObject({ state: 'converting', percent: null })
      const release = w.blocks.hold('write')
      const working = work(w)
      await eventually(async () => (await view(id)).percent !== null)
      release()
      await working
      expect(await view(id)).toMatchObject({ state: 'done', percent: null })
    })

    test.each([
      ['done', 'a.raw'],
      ['failed', 'missing.raw'],
    ])('a URL is shown without what gives access to the file, until it is %s', async (state, file) => {
      remote = { bytes: randomBytes(1024) }
      const secret = 'X-Signature=5ec2e7'
      const url = `https://ada:5ec2e7@images.example/${file}?${secret}#5ec2e7`
      const plain = `https://images.example/${file}`
      const made = await begin('signed', { type: 'url', url })
      expect(made).toMatchObject({ state: 'fetching', url: plain })
      const listed = (await w.get(`${UPLOADS}?project=web`)) as unknown as { items: Body[] }
      expect(listed.items).toMatchObject([{ url: plain }])
      await work(w)
      await w.settle()
      expect(fetched).toBe(url)
      const problem = state === 'failed' ? `Nothing is at ${plain}.` : null
      expect(await view(made.id)).toMatchObject({ state, url: plain, problem })
      // nor is it in the log, or kept for longer than needed
      const { db } = w.host
      const rows = [
        await db.read.selectFrom('event').selectAll().execute(),
        await db.read.selectFrom('image_upload').selectAll().execute(),
      ]
      expect(JSON.stringify(rows)).not.toContain('5ec2e7')
    })

    test('a host without space says so, and continues once there is some', async () => {
      const bytes = randomBytes(MIB)
      const { id } = await begin('large', fileOf(bytes))
      w.blocks.fail('write', new BlockError('full', 'no room is left'))
      const refused = await write(id, 0, bytes)
      expect(refused).toMatchObject({ status: 507, body: { message: 'Not enough storage is left on this host.' } })
      w.blocks.heal()
      await write(id, 0, bytes)
      w.blocks.fail('clone', new BlockError('full', 'no room is left'))
      await work(w)
      expect(await view(id)).toMatchObject({ state: 'failed', problem: 'Not enough storage is left on this host.' })
      w.blocks.heal()
      await expectOnly([])
    })

    test('the same file chosen again continues where it stopped, also through another replica', async () => {
      const bytes = randomBytes(2 * MIB)
      const first = await begin('half', fileOf(bytes))
      await write(first.id, 0, bytes.subarray(0, MIB))
      const other = makeControlPlane(w.host)
      const ask = async (method: string, path: string, body: BodyInit, headers: Record<string, string>) => {
        const request = new Request(`http://rack.test${path}`, { method, body, headers })
        const caller = { address: '127.0.0.1', secure: false, session: w.admin.session }
        return (await (await other.fetch(request, caller)).json()) as Body
      }
      const again = JSON.stringify(bodyOf('renamed', fileOf(bytes)))
      const resumed = await ask('POST', `${UPLOADS}?project=web`, again, { 'content-type': 'application/json' })
      expect(resumed).toMatchObject({ id: first.id, name: 'renamed', received: MIB })
      expect(await w.storage()).toBe(GIB)
      await ask('PUT', `${UPLOADS}/${first.id}/content?offset=${MIB}`, new Uint8Array(bytes.subarray(MIB)), OCTETS)
      await work(w)
      await w.settle()
      const image = await w.get('/v1/images/renamed?project=web')
      expect(image.digest).toMatchObject({ value: sha256(bytes) })
      // another file, or the same one after it was finished, begins anew
      expect((await begin('more', fileOf(bytes))).id).not.toBe(first.id)
    })

    test('a file at a URL is fetched', async () => {
      const bytes = randomBytes(MIB)
      remote = { bytes: gzipSync(bytes) }
      const { id, state } = await begin('fetched', { type: 'url', url: 'https://images.example/a.gz' })
      expect(state).toBe('fetching')
      await work(w)
      await w.settle()
      const done = await view(id)
      expect(done).toMatchObject({ state: 'done', size: remote.bytes.length, received: remote.bytes.length })
      expect((await w.get(`/v1/images/${done.image_id}`)).digest).toMatchObject({ value: sha256(bytes) })
      await expectOnly([done.image_id])
    })

    test.each([
      [{ size: 9, bytes: new Uint8Array(10) }, 'The server sent more bytes than it announced.'],
      [{ size: 20, bytes: new Uint8Array(10) }, 'The server sent only 10 of 20 bytes.'],
    ])('a server that announces another size is refused', async (found, problem) => {
      remote = found
      const { id } = await begin('liar', { type: 'url', url: 'https://images.example/' })
      await work(w)
      expect(await view(id)).toMatchObject({ state: 'failed', problem, image_id: null })
      await expectOnly([])
    })

    test.each([
      ['file:///etc/passwd', 'unsupported value for "url": it must begin with http:// or https://'],
      ['nonsense', 'unsupported value for "url": it must begin with http:// or https://'],
    ])('%s is no URL for an image', async (url, message) => {
      const refusal = await w.refused('POST', `${UPLOADS}?project=web`, bodyOf('bad', { type: 'url', url }))
      expect(refusal).toEqual([400, 'InvalidValue', message])
    })

    test('what cannot become an image is refused with the reason, and nothing is left', async () => {
      const qcow2 = Buffer.alloc(512)
      qcow2.write('QFI\xfb\0\0\0\x03', 'latin1')
      qcow2.writeBigUInt64BE(BigInt(GIB), 24)
      const cases: [string, Uint8Array, string][] = [
        ['qcow2', qcow2, 'This is a qcow2 image. A simulated rack takes only raw images, compressed or not.'],
        ['nested', gzipSync(qcow2), 'There is a qcow2 file inside this compressed file.'],
        ['twice', gzipSync(gzipSync('x')), 'There is a gzip file inside this compressed file.'],
        ['cut', gzipSync(randomBytes(MIB)).subarray(0, 5000), 'The compressed file is damaged or incomplete.'],
        ['zip', Buffer.from('PK\x03\x04...'), 'This is a zip archive.'],
      ]
      for (const [name, bytes, problem] of cases) {
        const failed = await uploadUnseen(name, bytes)
        expect(failed.state, name).toBe('failed')
        expect(failed.problem, name).toContain(problem)
        await expectOnly([])
      }
      // at once, if the beginning is enough to tell
      for (const [name, bytes, problem] of [cases[0]!, cases[4]!]) {
        const { id } = await begin(name, fileOf(bytes))
        expect((await write(id, 0, bytes)).body.message).toContain(problem)
        await w.del(`${UPLOADS}/${id}`)
      }
    })

    test('a file that expands without end stops at the quota', async () => {
      // several compressed files after each other are one
      const part = gzipSync(Buffer.alloc(16 * MIB))
      const bomb = Buffer.concat(Array.from({ length: 65 }, () => part))
      const silo = (await w.get('/v1/me')).silo_id as string
      await w.put(`/v1/system/silos/${silo}/quotas`, { storage: GIB })
      const failed = await upload('bomb', bomb)
      expect(failed).toMatchObject({ state: 'failed' })
      expect(failed.problem).toContain('Storage Limit Exceeded')
      await expectOnly([])
    })

    test('a name that is taken is refused at once, and in the end', async () => {
      const bytes = randomBytes(100)
      await upload('taken', bytes)
      const [status, code] = await w.refused('POST', `${UPLOADS}?project=web`, bodyOf('taken', fileOf(bytes)))
      expect([status, code]).toEqual([400, 'ObjectAlreadyExists'])
      const one = await begin('race', fileOf(bytes, 'one'))
      const two = await begin('race', fileOf(bytes, 'two'))
      for (const { id } of [one, two]) await write(id, 0, bytes)
      await work(w)
      const states = [(await view(one.id)).state, (await view(two.id)).state].toSorted()
      expect(states).toEqual(['done', 'failed'])
      await w.settle()
      // taken, and the one that won
      expect(await w.storage()).toBe(2 * GIB)
    })

    test('deleted or abandoned, nothing is left', async () => {
      const bytes = randomBytes(MIB)
      const deleted = await begin('deleted', fileOf(bytes))
      await write(deleted.id, 0, bytes.subarray(0, 10))
      const message = 'project to be deleted contains an image upload: deleted'
      expect(await w.refused('DELETE', '/v1/projects/web')).toEqual([400, 'InvalidRequest', message])
      await w.del(`${UPLOADS}/${deleted.id}`)
      await expectOnly([])
      await begin('abandoned', fileOf(bytes))
      await w.clock.advance(25 * 3_600_000)
      await work(w)
      // sessions have ended too
      const { read } = w.host.db
      expect(await read.selectFrom('image_upload').select('id').execute()).toEqual([])
      const usage = read.selectFrom('silo_usage').select('storage').where('storage', '!=', 0)
      expect(await usage.execute()).toEqual([])
      await w.settle()
      expect(await w.blocks.list()).toEqual([])
    })

    test('a crash while the image is made leaves nothing of the first attempt', async () => {
      const bytes = randomBytes(MIB)
      const { id } = await begin('crash', fileOf(bytes))
      await write(id, 0, bytes)
      w.blocks.fail('flush')
      const working = work(w)
      await eventually(() => w.blocks.calls('clone') === 1)
      w.blocks.heal()
      await working
      await work(w)
      await w.settle()
      const done = await view(id)
      expect(done.state).toBe('done')
      await expectOnly([done.image_id])
    })
  })
})
