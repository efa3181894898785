// Imports through the API, on every database: every state, every refused chunk, and the resulting contents.
import { createHash } from 'node:crypto'
import { assert, asyncProperty, integer, shuffledSubarray } from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { BlockError } from '#drivers/blocks.ts'
import { betweenChunks } from './disk-import-chunk.ts'
import { eachDatabase } from '../testing/databases.ts'
import { eventually, GIB, importing, makeStorage, type Storage } from '../testing/storage.ts'

const KIB = 1024
const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const filled = (length: number, seed: number) => Uint8Array.from({ length }, (_, n) => (n * 31 + seed * 7 + 1) & 255)
const chunk = (offset: number, bytes: Uint8Array | string) => ({
  offset,
  base64_encoded_data: typeof bytes === 'string' ? bytes : base64(bytes),
})

const STATES = {
  creating: 'Creating',
  detached: 'Detached',
  import_ready: 'ImportReady',
  importing_from_bulk_writes: 'ImportingFromBulkWrites',
  finalizing: 'Finalizing',
  maintenance: 'Maintenance',
  attached: 'Attached',
  faulted: 'Faulted',
} as const

eachDatabase((_name, open) => {
  describe('imports', () => {
    let w: Storage
    beforeAll(async () => {
      w = await makeStorage(await open())
    })

    async function started(name: string, more = {}) {
      const disk = await w.disk(name, { ...importing, ...more })
      await w.tell(`/v1/disks/${disk.id}/bulk-write-start`)
      return `/v1/disks/${disk.id}`
    }

    test('go from ready to writing to an ordinary disk', async () => {
      const { id } = await w.disk('whole', importing)
      const at = `/v1/disks/${id}`
      await w.tell(`${at}/bulk-write-start`)
      expect(await w.stateOf(id)).toBe('importing_from_bulk_writes')
      const bytes = filled(512 * KIB, 1)
      await w.tell(`${at}/bulk-write`, chunk(GIB - 512 * KIB, bytes))
      await w.tell(`${at}/bulk-write`, chunk(0, filled(512, 2)))
      await w.tell(`${at}/bulk-write-stop`)
      expect(await w.stateOf(id)).toBe('import_ready')
      await w.tell(`${at}/finalize`, {})
      expect(await w.stateOf(id)).toBe('detached')
      const events = w.host.db.read.selectFrom('event').select(['operation', 'repeats']).where('target_id', '=', id)
      expect(await events.where('operation', 'like', 'disk_bulk%').orderBy('seq').execute()).toEqual([
        { operation: 'disk_bulk_write_import_start', repeats: null },
        { operation: 'disk_bulk_write_import_stop', repeats: 2 },
      ])
      expect(same(await w.blocks.read(id, GIB - 512 * KIB, 512 * KIB), bytes)).toBe(true)
      expect(await w.blocks.read(id, 0, 512)).toEqual(filled(512, 2))
      expect(await w.blocks.read(id, 512, 512)).toEqual(new Uint8Array(512))
    })

    test('can be stopped and resumed, and finalized without any data', async () => {
      const at = await started('twice')
      await w.tell(`${at}/bulk-write`, chunk(0, filled(512, 1)))
      await w.tell(`${at}/bulk-write-stop`)
      await w.tell(`${at}/bulk-write-start`)
      await w.tell(`${at}/bulk-write`, chunk(512, filled(512, 2)))
      await w.tell(`${at}/bulk-write-stop`)
      await w.tell(`${at}/finalize`, { snapshot_name: null })
      const empty = await w.disk('empty', importing)
      await w.tell(`/v1/disks/${empty.id}/finalize`, {})
      expect(await w.stateOf(empty.id)).toBe('detached')
    })

    test('refuse every step in every other state', async () => {
      const steps = {
        'bulk-write-start': {
          body: undefined,
          open: 'import_ready',
          refusal: (s: string) => `cannot set disk in state ${s} to ImportingFromBulkWrites`,
        },
        'bulk-write-stop': {
          body: undefined,
          open: 'importing_from_bulk_writes',
          refusal: (s: string) => `cannot set disk in state ${s} to ImportReady`,
        },
        'bulk-write': {
          body: chunk(0, filled(512, 1)),
          open: 'importing_from_bulk_writes',
          refusal: (s: string) => `cannot import blocks with a bulk write for disk in state ${s}`,
        },
        finalize: { body: {}, open: 'import_ready', refusal: (s: string) => `cannot finalize disk in state ${s}` },
      }
      const { id, finish } = await w.diskInCreation('stepwise', importing)
      const allRefused = async (state: keyof typeof STATES) => {
        expect(await w.stateOf(id)).toBe(state)
        for (const [step, { body, open: from, refusal }] of Object.entries(steps))
          if (from !== state)
            expect(await w.refused('POST', `/v1/disks/${id}/${step}`, body), `${step} in ${state}`).toEqual([
              400,
              'InvalidRequest',
              refusal(STATES[state]),
            ])
      }
      await allRefused('creating')
      await finish()
      await allRefused('import_ready')
      await w.tell(`/v1/disks/${id}/bulk-write-start`)
      await allRefused('importing_from_bulk_writes')
      await w.tell(`/v1/disks/${id}/bulk-write-stop`)
      let release = w.blocks.hold('clone')
      const finalized = w.tell(`/v1/disks/${id}/finalize`, { snapshot_name: 'stepwise' })
      await eventually(async () => (await w.stateOf(id)) === 'finalizing')
      await allRefused('finalizing')
      release()
      await finalized
      await allRefused('detached')
      release = w.blocks.hold('clone')
      const snapshot = w.post('/v1/snapshots?project=web', { name: 'stepwise-2', description: '', disk: id })
      await eventually(async () => (await w.stateOf(id)) === 'maintenance')
      await allRefused('maintenance')
      release()
      await snapshot
      // a disk can become faulted only during creation and never gets here, so the row is set directly
      const disk_state = 'faulted'
      const { db } = w.host
      await db.transaction((tx) => tx.updateTable('disk').set({ disk_state }).where('id', '=', id).execute())
      await allRefused(disk_state)
    })

    test('refuse invalid chunks', async () => {
      const at = await started('picky', { disk_source: { type: 'importing_blocks', block_size: 4096 } })
      const block = filled(4096, 1)
      const refused = async (offset: number, bytes: Uint8Array | string) => {
        const [status, code, message] = await w.refused('POST', `${at}/bulk-write`, chunk(offset, bytes))
        expect([status, code]).toEqual([400, 'InvalidRequest'])
        return message
      }
      expect(await refused(512, block)).toBe('Offset not block aligned')
      expect(await refused(0, block.subarray(0, 512))).toBe('Data length not block size multiple')
      expect(await refused(GIB, block)).toBe(
        `data at offset ${GIB} would reach past the end of the disk, which has ${GIB} bytes`,
      )
      expect(await refused(GIB - 4096, filled(8192, 1))).toMatch(/would reach past the end/)
      expect(await refused(2 ** 52, block)).toMatch(/would reach past the end/)
      expect(await refused(0, filled(512 * KIB + 4096, 1))).toBe(
        'data length 528384 is more than the 524288 bytes that one write may carry',
      )
      expect(await refused(0, 'QUJ')).toBe('error base64 decoding data: 3 characters are not a multiple of 4')
      expect(await refused(0, 'QU!D')).toBe('error base64 decoding data: character 2 is not in the base64 alphabet')
      const negative = await w.refused('POST', `${at}/bulk-write`, chunk(-4096, block))
      expect(negative.slice(0, 2)).toEqual([400, undefined])
      expect(negative[2]).toMatch(/^unable to parse JSON body: offset: /)
      await w.tell(`${at}/bulk-write`, chunk(0, new Uint8Array()))
      await w.tell(`${at}/bulk-write`, chunk(0, filled(512 * KIB, 1)))
      await w.tell(`${at}/bulk-write`, chunk(GIB - 4096, block))
    })

    const sendBlocks = (at: string, offset: number | string, bytes: Uint8Array, type = 'application/octet-stream') => {
      const [path, query = ''] = at.replace('/v1/', '/rackwright/').split('?')
      return w.admin.raw('PUT', `${path}/blocks?offset=${offset}&${query}`, bytes, { 'content-type': type })
    }

    test('accept chunks as plain bytes as well as base64', async () => {
      const { id } = await w.disk('binary', importing)
      const at = '/v1/disks/binary'
      await w.tell(`${at}/bulk-write-start?project=web`)
      expect((await sendBlocks(`${at}?project=web`, 512 * KIB, filled(512 * KIB, 1))).status).toBe(204)
      await w.tell(`${at}/bulk-write?project=web`, chunk(0, filled(512 * KIB, 2)))
      expect((await sendBlocks(`${at}?project=web`, 0, filled(512 * KIB, 3))).status).toBe(204)
      expect((await sendBlocks(`${at}?project=web`, 0, new Uint8Array())).status).toBe(204)
      expect(same(await w.blocks.read(id, 0, 512 * KIB), filled(512 * KIB, 3))).toBe(true)
      expect(same(await w.blocks.read(id, 512 * KIB, 512 * KIB), filled(512 * KIB, 1))).toBe(true)
      await w.tell(`${at}/bulk-write-stop?project=web`)
      await w.tell(`${at}/finalize?project=web`, {})
    })

    test('apply the same rules to plain bytes as to base64', async () => {
      const disk = await w.disk('binary-rules', { disk_source: { type: 'importing_blocks', block_size: 4096 } })
      const at = `/v1/disks/${disk.id}`
      const block = filled(4096, 1)
      const refusedWith = async (offset: number | string, bytes: Uint8Array, type?: string) => {
        const { status, body } = await sendBlocks(at, offset, bytes, type)
        expect(status).toBe(400)
        return body.message
      }
      expect(await refusedWith(0, block)).toBe('cannot import blocks with a bulk write for disk in state ImportReady')
      await w.tell(`${at}/bulk-write-start`)
      expect(await refusedWith(512, block)).toBe('Offset not block aligned')
      expect(await refusedWith(0, block.subarray(0, 512))).toBe('Data length not block size multiple')
      expect(await refusedWith(GIB, block)).toMatch(/would reach past the end of the disk/)
      expect(await refusedWith(0, filled(512 * KIB + 4096, 1))).toMatch(/^data length 528384 is more than/)
      expect(await refusedWith(0, filled(1024 * KIB + 4096, 1))).toBe(
        'request body exceeded maximum size of 1048576 bytes',
      )
      expect(await refusedWith(-4096, block)).toMatch(/^unable to parse query string: offset: /)
      expect(await refusedWith('', block)).toMatch(/^unable to parse query string: offset: /)
      expect(await refusedWith(0, block, 'application/json')).toBe(
        'expected content type "application/octet-stream", got "application/json"',
      )
      expect((await sendBlocks(at, 0, filled(8192, 1))).status).toBe(204)
      expect(await refusedWith(4096, block)).toBe('data at offset 4096 overlaps what was written at offset 0')
    })

    test('accept a retried chunk and refuse an overlapping one', async () => {
      const at = await started('overlap')
      await w.tell(`${at}/bulk-write`, chunk(2048, filled(2048, 1)))
      await w.tell(`${at}/bulk-write`, chunk(2048, filled(2048, 2)))
      for (const [offset, length] of [
        [2048, 1024],
        [2048, 4096],
        [1024, 2048],
        [3584, 1024],
        [2560, 512],
        [0, 8192],
      ] as const)
        expect(await w.refused('POST', `${at}/bulk-write`, chunk(offset, filled(length, 3)))).toEqual([
          400,
          'InvalidRequest',
          `data at offset ${offset} overlaps what was written at offset 2048`,
        ])
      await w.tell(`${at}/bulk-write`, chunk(0, filled(2048, 4)))
      await w.tell(`${at}/bulk-write`, chunk(4096, filled(512, 5)))
      const id = at.split('/').at(-1)!
      expect(await w.blocks.read(id, 2048, 2048)).toEqual(filled(2048, 2))
    })

    test('fail when storage is full, and continue once there is space', async () => {
      const at = await started('no-room')
      w.blocks.fail('write', new BlockError('full', 'no room is left'))
      expect(await w.refused('POST', `${at}/bulk-write`, chunk(0, filled(512, 1)))).toEqual([
        507,
        'InsufficientCapacity',
        'Insufficient capacity: Not enough storage',
      ])
      w.blocks.heal()
      await w.tell(`${at}/bulk-write`, chunk(0, filled(512, 1)))
    })

    test('wait for pending chunks before they end', async () => {
      const at = await started('hasty')
      const id = at.split('/').at(-1)!
      const writes = w.blocks.calls('write')
      const release = w.blocks.hold('write')
      const written = w.tell(`${at}/bulk-write`, chunk(0, filled(512, 1)))
      await eventually(() => w.blocks.calls('write') > writes)
      const flushes = w.blocks.calls('flush')
      const stopped = w.tell(`${at}/bulk-write-stop`)
      expect(await w.stateOf(id)).toBe('importing_from_bulk_writes')
      expect(w.blocks.calls('flush')).toBe(flushes)
      release()
      await Promise.all([written, stopped])
      expect(w.blocks.calls('flush')).toBe(flushes + 1)
    })

    test('refuse a chunk that arrives while they end', async () => {
      const at = await started('late')
      const id = at.split('/').at(-1)!
      const writes = w.blocks.calls('write')
      let late: Promise<unknown> | undefined
      await betweenChunks(w.host, id, async () => {
        late = w.refused('POST', `${at}/bulk-write`, chunk(512, filled(512, 1)))
        const disk_state = 'import_ready'
        await w.host.db.transaction((tx) => tx.updateTable('disk').set({ disk_state }).where('id', '=', id).execute())
      })
      expect(await late).toEqual([
        400,
        'InvalidRequest',
        'cannot import blocks with a bulk write for disk in state ImportReady',
      ])
      expect(w.blocks.calls('write')).toBe(writes)
    })

    test('refuse a chunk that overlaps a pending one, and accept a concurrent retry', async () => {
      const at = await started('crowded')
      const writes = w.blocks.calls('write')
      const release = w.blocks.hold('write')
      const first = w.tell(`${at}/bulk-write`, chunk(1024, filled(1024, 1)))
      await eventually(() => w.blocks.calls('write') > writes)
      const again = w.tell(`${at}/bulk-write`, chunk(1024, filled(1024, 1)))
      const beside = w.tell(`${at}/bulk-write`, chunk(2048, filled(512, 2)))
      expect(await w.refused('POST', `${at}/bulk-write`, chunk(512, filled(1024, 3)))).toEqual([
        400,
        'InvalidRequest',
        'data at offset 512 overlaps what was written at offset 1024',
      ])
      release()
      await Promise.all([first, again, beside])
      expect(await w.blocks.read(at.split('/').at(-1)!, 512, 2048)).toEqual(
        Uint8Array.from([...new Uint8Array(512), ...filled(1024, 1), ...filled(512, 2)]),
      )
    })

    test('finalize together with a ready snapshot, or not at all', async () => {
      const at = await started('with-snapshot')
      await w.tell(`${at}/bulk-write`, chunk(0, filled(1024, 1)))
      await w.tell(`${at}/bulk-write-stop`)
      const id = at.split('/').at(-1)!
      await w.disk('other')
      await w.post('/v1/snapshots?project=web', { name: 'clash', description: '', disk: 'other' })
      const used = await w.storage()
      expect(await w.refused('POST', `${at}/finalize`, { snapshot_name: 'clash' })).toEqual([
        400,
        'ObjectAlreadyExists',
        'already exists: snapshot "clash"',
      ])
      await w.put('/v1/system/silos/recovery/quotas', { storage: used })
      expect((await w.refused('POST', `${at}/finalize`, { snapshot_name: 'fine' })).slice(0, 2)).toEqual([
        507,
        'InsufficientCapacity',
      ])
      await w.put('/v1/system/silos/recovery/quotas', { storage: 2 ** 50 })
      expect(await w.stateOf(id)).toBe('import_ready')
      expect(await w.storage()).toBe(used)

      await w.tell(`${at}/finalize`, { snapshot_name: 'fine' })
      expect(await w.stateOf(id)).toBe('detached')
      expect(await w.storage()).toBe(used + GIB)
      const snapshot = await w.get('/v1/snapshots/fine?project=web')
      expect(snapshot).toMatchObject({
        description: `snapshot of finalized disk ${id}`,
        disk_id: id,
        size: GIB,
        state: 'ready',
      })
      expect(await w.blocks.read(snapshot.id, 0, 1024)).toEqual(filled(1024, 1))
    })

    test('a file uploaded like the console does becomes an image and disk with the same SHA-256', async () => {
      // with runs of zeros, as in disk images
      const file = new Uint8Array(24 * 1024 * KIB)
      for (let at = 0; at < file.length; at += 3 * 1024 * KIB) file.set(filled(1024 * KIB, at), at)
      file.set(filled(512, 9), file.length - 512)
      const sha256 = createHash('sha256').update(file).digest('hex')
      const at = await started('upload')
      const chunks = Array.from({ length: file.length / (512 * KIB) }, (_, n) => n * 512 * KIB)
      const workers = Array.from({ length: 6 }, async () => {
        for (let offset = chunks.shift(); offset !== undefined; offset = chunks.shift()) {
          const bytes = file.subarray(offset, offset + 512 * KIB)
          if (bytes.some((byte) => byte !== 0)) await w.tell(`${at}/bulk-write`, chunk(offset, bytes))
        }
      })
      await Promise.all(workers)
      await w.tell(`${at}/bulk-write-stop`)
      await w.tell(`${at}/finalize`, { snapshot_name: 'upload' })
      const { id } = await w.get('/v1/snapshots/upload?project=web')
      const image = await w.post('/v1/images?project=web', {
        name: 'upload',
        description: '',
        os: 'debian',
        version: '12',
        source: { type: 'snapshot', id },
      })
      await w.del(`/v1/snapshots/${id}`)
      await w.del(at)
      await w.settle()
      expect(await w.get(`/v1/images/${image.id}`)).toMatchObject({
        size: GIB,
        digest: { type: 'sha256', value: sha256 },
      })
      const disk = await w.disk('out', { size: 2 * GIB, disk_source: { type: 'image', image_id: image.id } })
      expect(await w.blocks.digest(disk.id, file.length)).toBe(sha256)
    })

    test('give the same disk in any order of chunks', async () => {
      const blocks = 64
      const pieces = shuffledSubarray(Array.from({ length: blocks }, (_, n) => n))
      let number = 0
      await assert(
        asyncProperty(pieces, integer({ min: 1, max: 4 }), async (order, parallel) => {
          const at = await started(`order-${number++}`)
          const id = at.split('/').at(-1)!
          const queue = [...order]
          const send = async () => {
            for (let n = queue.shift(); n !== undefined; n = queue.shift())
              await w.tell(`${at}/bulk-write`, chunk(n * 512, filled(512, n)))
          }
          await Promise.all(Array.from({ length: parallel }, send))
          const expected = new Uint8Array(blocks * 512)
          for (const n of order) expected.set(filled(512, n), n * 512)
          expect(same(await w.blocks.read(id, 0, blocks * 512), expected)).toBe(true)
        }),
        { numRuns: 4, seed: 4600 },
      )
    })

    test('leave no rows behind', async () => {
      const at = await started('tidy')
      await w.tell(`${at}/bulk-write`, chunk(0, filled(512, 1)))
      await w.tell(`${at}/bulk-write-stop`)
      await w.tell(`${at}/finalize`, {})
      const id = at.split('/').at(-1)!
      const rows = w.host.db.read.selectFrom('disk_import_chunk').selectAll().where('disk_id', '=', id)
      expect(await rows.execute()).toEqual([])
    })

    test('with lost data never finish and can be deleted', async () => {
      const lossy = await makeStorage(await open())
      const eio = () => lossy.blocks.fail('flush', new BlockError('lost', 'i/o error'))
      const internal = [500, 'Internal', 'Internal Server Error']
      for (const step of ['bulk-write-stop', 'finalize']) {
        const { id } = await lossy.disk(step, importing)
        const at = `/v1/disks/${id}`
        await lossy.tell(`${at}/bulk-write-start`)
        await lossy.tell(`${at}/bulk-write`, chunk(0, filled(512, 1)))
        if (step === 'finalize') await lossy.tell(`${at}/bulk-write-stop`)
        eio()
        expect(await lossy.refused('POST', `${at}/${step}`, {})).toEqual(internal)
        lossy.blocks.heal()
        expect(await lossy.stateOf(id)).toBe('faulted')
        expect(await lossy.refused('POST', `${at}/finalize`, {})).toEqual([
          400,
          'InvalidRequest',
          'cannot finalize disk in state Faulted',
        ])
        await lossy.del(at)
      }
      const { id } = await lossy.disk('in-time', importing)
      lossy.blocks.fail('flush', new Error('too many open files'))
      expect(await lossy.refused('POST', `/v1/disks/${id}/finalize`, {})).toEqual(internal)
      lossy.blocks.heal()
      await lossy.tell(`/v1/disks/${id}/finalize`, {})
      expect(await lossy.storage()).toBe(GIB)
    })

    test('no unexpected errors were logged', () => expect(w.errors).toEqual([]))
  })
})
