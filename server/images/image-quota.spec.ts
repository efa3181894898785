// Images count toward the storage quota with their nominal size: checked before bytes are written, however the image is made.
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeMemoryBlocks } from '#drivers/simulated/blocks-memory.ts'
import { simulatedCapabilities } from '#drivers/simulated/rack.ts'
import { makeImageTools } from './image-tools.ts'
import { makeOutgoing } from '../outgoing/reach.ts'
import type { ImageTools } from '#control/frame/image-tools.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { bodyOf, fileOf, OCTETS, UPLOADS, work } from '#control/testing/image-upload.ts'
import { diskBody, GIB, makeStorage, type Storage } from '#control/testing/storage.ts'
import type { Body } from '#control/testing/talk.ts'

const FULL =
  'Insufficient capacity: Storage Limit Exceeded: Not enough storage is left in the quota of this silo. Remove disks, snapshots and images that are not needed, or ask the operator for more.'
const REFUSED = [507, 'InsufficientCapacity', FULL]

/** Hashing gibibytes of zeros would take most of the time. */
const noHash = () => ({ update: () => undefined, digest: () => 'not hashed' })

/** What the next fetch finds. */
let remote: { size: number; bytes: Uint8Array } = { size: 0, bytes: new Uint8Array() }
let fetched = 0
const imageTools: ImageTools = {
  decompress: makeImageTools(makeOutgoing()).decompress,
  convert: async () => undefined,
  async fetch() {
    const { size, bytes } = remote
    const content = async function* () {
      fetched += bytes.length
      yield bytes
    }
    return { size, content: content() }
  },
}

/** The header of a qcow2 file whose disk has this size. */
function qcow2(bytes: number): Buffer {
  const header = Buffer.alloc(512)
  header.write('QFI\xfb\0\0\0\x03', 'latin1')
  header.writeUInt32BE(16, 20)
  header.writeBigUInt64BE(BigInt(bytes), 24)
  header.writeUInt32BE(4, 96)
  header.writeUInt32BE(104, 100)
  return header
}

const image = (name: string, id: string) => ({
  name,
  description: '',
  os: 'debian',
  version: '13',
  source: { type: 'snapshot', id },
})

eachDatabase((_name, open) => {
  describe('images and the storage quota', () => {
    let w: Storage
    let silo: string
    beforeEach(async () => {
      const can = { ...simulatedCapabilities, converts_images: true }
      w = await makeStorage(await open(), { imageTools, can, volumes: makeMemoryBlocks(noHash) })
      silo = (await w.get('/v1/me')).silo_id as string
    })

    const allow = (gibibytes: number) => w.put(`/v1/system/silos/${silo}/quotas`, { storage: gibibytes * GIB })
    const write = (id: string, offset: number, bytes: Uint8Array) =>
      w.admin.raw('PUT', `${UPLOADS}/${id}/content?offset=${offset}`, new Uint8Array(bytes), OCTETS)
    const begin = (name: string, source: object) => w.post(`${UPLOADS}?project=web`, bodyOf(name, source))
    const refuse = (name: string, source: object) => w.refused('POST', `${UPLOADS}?project=web`, bodyOf(name, source))
    /** A raw file of zeros, in one request. */
    async function zeros(name: string, gibibytes: number): Promise<Body> {
      const { id } = await begin(name, { type: 'file', size: gibibytes * GIB, fingerprint: `${name}-zeros` })
      const path = `${UPLOADS}/${id}/content?offset=0&zeros=${gibibytes * GIB}`
      expect((await w.admin.raw('PUT', path, new Uint8Array(), OCTETS)).status).toBe(200)
      await work(w)
      await w.settle()
      return w.get(`${UPLOADS}/${id}`)
    }
    const projectStorage = async (name = 'web') => {
      const { id } = await w.get(`/v1/projects/${name}`)
      const use = w.host.db.read.selectFrom('project_usage').select('storage').where('project_id', '=', String(id))
      return (await use.executeTakeFirst())?.storage ?? 0
    }
    /** What the tables hold is what is charged. */
    async function expectAgreement(): Promise<void> {
      const { read } = w.host.db
      const rows = [
        ...(await read.selectFrom('disk').select('size').execute()),
        ...(await read.selectFrom('snapshot').select('size').execute()),
        ...(await read.selectFrom('image').select('size').execute()),
        ...(await read.selectFrom('image_upload').select('charged as size').execute()),
      ]
      expect(await w.storage()).toBe(rows.reduce((sum, { size }) => sum + size, 0))
    }

    test('three images of 1 GiB fit into 3 GiB, a fourth does not, and deleting one makes room', async () => {
      await allow(3)
      for (const name of ['one', 'two', 'three']) expect(await zeros(name, 1)).toMatchObject({ state: 'done' })
      expect(await w.storage()).toBe(3 * GIB)
      expect(await refuse('four', { type: 'file', size: 1, fingerprint: 'four' })).toEqual(REFUSED)
      await w.del('/v1/images/two?project=web')
      expect(await w.storage()).toBe(2 * GIB)
      expect(await zeros('four', 1)).toMatchObject({ state: 'done' })
      await expectAgreement()
    })

    test('900 GiB of zeros are refused before the first byte', async () => {
      await allow(100)
      expect(await refuse('zeros', { type: 'file', size: 900 * GIB, fingerprint: 'zeros' })).toEqual(REFUSED)
      expect(await w.list(`${UPLOADS}?project=web`)).toEqual([])
      expect(await w.blocks.list()).toEqual([])
      expect(await w.storage()).toBe(0)
    })

    test('of a qcow2 file the disk in it counts, by its first bytes', async () => {
      await allow(100)
      const file = qcow2(900 * GIB)
      const { id } = await begin('huge', fileOf(file))
      const reply = await write(id, 0, file)
      expect([reply.status, reply.body.message]).toEqual([507, FULL])
      expect(w.blocks.calls('write')).toBe(0)
      expect(await w.get(`${UPLOADS}/${id}`)).toMatchObject({ state: 'receiving', received: 0 })
      // with more quota it continues
      await allow(1000)
      expect((await write(id, 0, file)).status).toBe(200)
      expect(await w.storage()).toBe(900 * GIB)
      await w.del(`${UPLOADS}/${id}`)
      expect(await w.storage()).toBe(0)
    })

    test('a compressed file is charged as it expands, and keeps only the size of its image', async () => {
      await allow(1)
      const packed = gzipSync(Buffer.alloc(2 ** 20, 'x'))
      const { id } = await begin('packed', fileOf(packed))
      await write(id, 0, packed)
      await work(w)
      expect(await w.get(`${UPLOADS}/${id}`)).toMatchObject({ state: 'done' })
      expect(await w.storage()).toBe(GIB)
      await expectAgreement()
    })

    test('a URL is refused without a gibibyte, and its file before it is written', async () => {
      await allow(0)
      const url = { type: 'url', url: 'https://images.example/disk.raw' }
      expect(await refuse('remote', url)).toEqual(REFUSED)
      await allow(2)
      for (const found of [
        { size: 900 * GIB, bytes: new Uint8Array(512) },
        { size: 512, bytes: qcow2(900 * GIB) },
      ]) {
        remote = found
        const { id } = await begin('remote', url)
        expect(await w.storage()).toBe(GIB)
        await work(w)
        const failed = await w.get(`${UPLOADS}/${id}`)
        expect(failed.problem).toBe(FULL)
        expect(w.blocks.calls('write')).toBe(0)
        expect(await w.storage()).toBe(0)
      }
      expect(fetched).toBeLessThan(2048)
    })

    test('from a snapshot, in a project and in the silo, before anything is copied', async () => {
      const disk = await w.disk('origin', { size: 2 * GIB })
      const { id } = await w.post('/v1/snapshots?project=web', { name: 'origin', description: '', disk: disk.name })
      await w.settle()
      await allow(7)
      await w.post('/v1/images?project=web', image('in-project', id))
      const copies = w.blocks.calls('clone')
      expect(await w.refused('POST', '/v1/images?project=web', image('more', id))).toEqual(REFUSED)
      expect(await w.refused('POST', '/v1/images', image('more', id))).toEqual(REFUSED)
      expect(w.blocks.calls('clone')).toBe(copies)
      await allow(8)
      await w.post('/v1/images', image('in-silo', id))
      expect(await w.storage()).toBe(8 * GIB)
      await w.del('/v1/images/in-silo')
      await w.del('/v1/images/in-project?project=web')
      expect(await w.storage()).toBe(4 * GIB)
      await expectAgreement()
    })

    test('promoted and demoted, also in a full silo, the silo is charged as before; charts of the projects follow', async () => {
      await w.post('/v1/projects', { name: 'other', description: '' })
      await allow(1)
      await zeros('moved', 1)
      expect([await w.storage(), await projectStorage()]).toEqual([GIB, GIB])
      await w.tell202('/v1/images/moved/promote?project=web')
      expect([await w.storage(), await projectStorage()]).toEqual([GIB, 0])
      await w.tell202('/v1/images/moved/demote?project=other')
      expect([await w.storage(), await projectStorage(), await projectStorage('other')]).toEqual([GIB, 0, GIB])
      await w.del('/v1/images/moved?project=other')
      expect([await w.storage(), await projectStorage('other')]).toEqual([0, 0])
    })

    test('a silo over its quota keeps what it has, takes nothing more, and sees why', async () => {
      await zeros('kept', 2)
      await allow(1)
      expect(await w.get('/v1/images/kept?project=web')).toMatchObject({ size: 2 * GIB })
      expect(await w.refused('POST', '/v1/disks?project=web', diskBody('more'))).toEqual(REFUSED)
      expect(await refuse('more', { type: 'file', size: 1, fingerprint: 'more' })).toEqual(REFUSED)
      const { provisioned, capacity } = await w.get('/v1/utilization')
      expect([provisioned, capacity]).toMatchObject([{ storage: 2 * GIB }, { storage: GIB }])
      const issues = await w.list('/rackwright/issues')
      expect(issues).toContainEqual(
        expect.objectContaining({ kind: 'quota_near', severity: 'error', resource: 'storage', percent: 200 }),
      )
    })
  })
})
