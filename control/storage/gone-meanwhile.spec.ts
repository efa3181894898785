// What is completed or deleted while a request still uses it: the request is told so, and never answered as an unexpected error.
import { beforeEach, describe, expect, test } from 'vitest'
import { supportBundleLoop } from '../reconcile/support-bundle.ts'
import { eachDatabase } from '../testing/databases.ts'
import { bodyOf, fileOf, OCTETS, UPLOADS, work } from '../testing/image-upload.ts'
import { eventually, importing, makeStorage, type Storage } from '../testing/storage.ts'

const FILE = new Uint8Array(1024)
const BUNDLES = '/experimental/v1/system/support-bundles'

eachDatabase((_name, open) => {
  describe('meanwhile', () => {
    let w: Storage
    beforeEach(async () => {
      w = await makeStorage(await open())
      return () => expect(w.errors).toEqual([])
    })

    const caller = () => ({ address: '127.0.0.1', secure: false, session: w.admin.session })
    const ask = async (path: string, init: RequestInit = {}, more = {}) => {
      const request = new Request(`http://rack.test${path}`, init)
      const response = await w.plane.fetch(request, { ...caller(), ...more })
      const { error_code, message } = (await response.json()) as { error_code: string; message: string }
      return [response.status, error_code, message]
    }

    /** A writer whose piece stops after its first part until it is told to go on. */
    async function writeSlowly(id: string) {
      let resume: (() => void) | undefined
      async function* parts() {
        yield FILE.subarray(0, 100)
        await new Promise<void>((resolve) => (resume = resolve))
        yield FILE.subarray(100, 200)
        yield FILE.subarray(200, 300)
      }
      const init = { method: 'PUT', headers: OCTETS }
      const answer = ask(`${UPLOADS}/${id}/content?offset=0`, init, { body: parts() })
      await eventually(() => resume !== undefined)
      return {
        resume() {
          resume!()
          return answer
        },
      }
    }

    const begin = () => w.post(`${UPLOADS}?project=web`, bodyOf('slow', fileOf(FILE)))

    test('an upload was deleted', async () => {
      const { id } = await begin()
      const writer = await writeSlowly(id)
      await w.del(`${UPLOADS}/${id}`)
      await w.settle()
      expect(await writer.resume()).toEqual([404, 'ObjectNotFound', `not found: image-upload with id "${id}"`])
    })

    test('an upload was completed by a faster writer', async () => {
      const { id } = await begin()
      const writer = await writeSlowly(id)
      const { status } = await w.admin.raw('PUT', `${UPLOADS}/${id}/content?offset=0`, FILE, OCTETS)
      expect(status).toBe(200)
      await work(w)
      await w.settle()
      expect(await writer.resume()).toEqual([409, 'Conflict', 'image upload slow is done and takes no more bytes'])
    })

    test('an upload was deleted before its bytes were flushed', async () => {
      const { id } = await begin()
      const release = w.blocks.hold('flush')
      const flushes = w.blocks.calls('flush')
      const answer = ask(`${UPLOADS}/${id}/content?offset=0`, { method: 'PUT', headers: OCTETS, body: FILE })
      await eventually(() => w.blocks.calls('flush') > flushes)
      await w.del(`${UPLOADS}/${id}`)
      await w.settle()
      release()
      expect(await answer).toEqual([404, 'ObjectNotFound', `not found: image-upload with id "${id}"`])
    })

    /** What another server can do after a claim has expired. */
    async function deleteDisk(id: string): Promise<void> {
      const detached = { disk_state: 'detached' } as const
      await w.host.db.transaction(async (tx) => {
        await tx.updateTable('disk').set(detached).where('id', '=', id).execute()
        await tx.deleteFrom('disk_import_chunk').where('disk_id', '=', id).execute()
        await tx.deleteFrom('disk_import_claim').where('disk_id', '=', id).execute()
      })
      await w.del(`/v1/disks/${id}`)
      await w.settle()
    }

    test.each([
      [
        'bulk-write',
        { method: 'POST', headers: { 'content-type': 'application/json' } },
        JSON.stringify({ offset: 0, base64_encoded_data: btoa('\0'.repeat(512)) }),
      ],
      ['blocks?offset=0', { method: 'PUT', headers: OCTETS }, FILE.slice(0, 512)],
    ])('a disk was deleted while %s wrote to it', async (path, init, body) => {
      const { id } = await w.disk('importing', importing)
      await w.tell(`/v1/disks/${id}/bulk-write-start`)
      const writes = w.blocks.calls('write')
      const release = w.blocks.hold('write')
      const root = path === 'bulk-write' ? '/v1' : '/rackwright'
      const answer = ask(`${root}/disks/${id}/${path}`, { ...init, body })
      await eventually(() => w.blocks.calls('write') > writes)
      await deleteDisk(id)
      release()
      expect(await answer).toEqual([404, 'ObjectNotFound', `not found: disk with id "${id}"`])
    })

    test.each(['bulk-write-stop', 'finalize'])('a disk was deleted while %s flushed it', async (step) => {
      const { id } = await w.disk('importing', importing)
      if (step === 'bulk-write-stop') await w.tell(`/v1/disks/${id}/bulk-write-start`)
      const flushes = w.blocks.calls('flush')
      const release = w.blocks.hold('flush')
      const headers = { 'content-type': 'application/json' }
      const answer = ask(`/v1/disks/${id}/${step}`, { method: 'POST', headers, body: '{}' })
      await eventually(() => w.blocks.calls('flush') > flushes)
      await deleteDisk(id)
      release()
      expect(await answer).toEqual([404, 'ObjectNotFound', `not found: disk with id "${id}"`])
    })

    test('a disk was deleted before the first byte of its download', async () => {
      const { id } = await w.disk('short')
      const { version } = w.host.volumes
      w.host.volumes.version = async (volume) => {
        await deleteDisk(id)
        return version(volume)
      }
      expect(await ask(`/rackwright/disks/${id}/content`)).toEqual([
        404,
        'ObjectNotFound',
        `not found: disk with id "${id}"`,
      ])
    })

    test('a support bundle was deleted while it was opened', async () => {
      const { id } = await w.post(BUNDLES, undefined)
      const loop = supportBundleLoop(w.host, () => undefined)
      const finish = async () => {
        while (await loop.step());
      }
      await finish()
      const { open: openBundle } = w.host.bundles
      w.host.bundles.open = async (bundle) => {
        const reader = await openBundle(bundle)
        await w.del(`${BUNDLES}/${id}`)
        await finish()
        return reader && { ...reader, read: () => Promise.reject(new Error('no such file')) }
      }
      expect(await ask(`${BUNDLES}/${id}/index`)).toEqual([
        404,
        'ObjectNotFound',
        `not found: support-bundle with id "${id}"`,
      ])
    })
  })
})
