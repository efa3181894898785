// The block store converges to the rows, whatever is slow, fails, is deleted meanwhile, or crashes between any two steps.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BlockStore } from '#drivers/blocks.ts'
import type { Host } from '../frame/context.ts'
import { makeControlPlane } from '../plane/control-plane.ts'
import type { Database } from '../db/database.ts'
import { storageLoop } from '../reconcile/storage.ts'
import { eachDatabase } from '../testing/databases.ts'
import { diskBody, eventually, GIB, importing, makeStorage, settleStorage, type Storage } from '../testing/storage.ts'
import { workOn, workUnderWay } from './volume-work.ts'

const block = { offset: 0, base64_encoded_data: Buffer.alloc(512, 7).toString('base64') }
/** A chunk whose replica crashed delays the end of its import until its claim expires. */
const CLAIM_EXPIRED_MS = 31_000

eachDatabase((name, open) => {
  describe('volumes', () => {
    let w: Storage
    beforeEach(async () => {
      w = await makeStorage(await open())
    })

    test('can be copied from a volume still in creation, even if deleted meanwhile', async () => {
      const disk = await w.disk('d', importing)
      await w.tell(`/v1/disks/${disk.id}/bulk-write-start`)
      await w.tell(`/v1/disks/${disk.id}/bulk-write`, block)
      await w.tell(`/v1/disks/${disk.id}/bulk-write-stop`)
      const release = w.blocks.hold('clone')
      const finalized = w.tell(`/v1/disks/${disk.id}/finalize`, { snapshot_name: 's' })
      await eventually(async () => (await w.list('/v1/snapshots?project=web')).length === 1)
      const snapshot = await w.get('/v1/snapshots/s?project=web')
      expect(snapshot.state).toBe('creating')
      const source = { type: 'snapshot', id: snapshot.id }
      const imaged = w.post('/v1/images', { name: 'i', description: '', os: '', version: '', source })
      await eventually(async () => (await w.list('/v1/images')).length === 1)
      const { id: image_id } = await w.get('/v1/images/i')
      const more = { disk_source: { type: 'image', image_id } }
      const asked = w.post('/v1/disks?project=web', diskBody('child', more))
      await eventually(async () => (await w.list('/v1/disks?project=web')).length === 2)
      await w.del('/v1/images/i')
      release()
      const [child] = await Promise.all([asked, finalized, imaged])
      await w.del('/v1/snapshots/s?project=web')
      await w.del(`/v1/disks/${disk.id}`)
      await w.settle()
      expect(await w.stateOf(child.id)).toBe('detached')
      expect(await w.blocks.read(child.id, 0, 512)).toEqual(new Uint8Array(512).fill(7))
      expect(await w.blocks.list()).toEqual([{ id: child.id, size: GIB }])
    })

    test('whose image is deleted are removed at once, without the rest of their digest', async () => {
      const disk = await w.disk('d', importing)
      await w.tell(`/v1/disks/${disk.id}/bulk-write-start`)
      await w.tell(`/v1/disks/${disk.id}/bulk-write`, block)
      await w.tell(`/v1/disks/${disk.id}/bulk-write-stop`)
      await w.tell(`/v1/disks/${disk.id}/finalize`, { snapshot_name: 's' })
      await w.settle()
      const reasons: unknown[] = []
      // takes for ever
      w.host.volumes.digest = (_id, _length, signal) =>
        new Promise((_, reject) =>
          signal!.addEventListener('abort', () => {
            reasons.push(signal!.reason)
            reject(signal!.reason as Error)
          }),
        )
      const { id } = await w.get('/v1/snapshots/s?project=web')
      const source = { type: 'snapshot', id }
      const image = await w.post('/v1/images', { name: 'i', description: '', os: '', version: '', source })
      const work = workOn(w.host, image.id as string)
      await w.del('/v1/images/i')
      await eventually(async () => {
        w.clock.advance(1_000)
        return reasons.length > 0
      })
      expect(await work).toEqual({})
      await w.settle()
      expect((await w.blocks.list()).map((volume) => volume.id)).not.toContain(image.id)
      expect(w.errors).toEqual([])
    })

    test('with a lost source fault only what is copied from it', async () => {
      const disk = await w.disk('d')
      await w.blocks.remove(disk.id)
      const snapshot = await w.post('/v1/snapshots?project=web', { name: 's', description: '', disk: 'd' })
      expect(snapshot.state).toBe('faulted')
      expect(await w.stateOf(disk.id)).toBe('detached')
    })

    test('retry after temporary errors', async () => {
      w.blocks.fail('create')
      const { id } = await w.post('/v1/disks?project=web', diskBody('d'))
      await w.settle()
      w.blocks.heal()
      await w.settle()
      expect(await w.stateOf(id)).toBe('detached')
    })

    test('that take long do not block others', async () => {
      await w.disk('slow')
      const release = w.blocks.hold('clone')
      const slow = w.post('/v1/snapshots?project=web', { name: 'slow', description: '', disk: 'slow' })
      await eventually(() => w.blocks.calls('clone') > 0)
      await w.plane.start()
      // the first attempt fails, so the loop has to create it
      w.blocks.fail('create')
      const { id } = await w.post('/v1/disks?project=web', diskBody('quick'))
      w.blocks.heal()
      await eventually(async () => {
        await w.clock.advance(250)
        return (await w.stateOf(id)) === 'detached'
      })
      release()
      await slow
      await w.stop()
    })

    test('that cannot be removed do not block others, and are retried with backoff', async () => {
      const { id } = await w.disk('d')
      const broken = Array.from({ length: 100 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)
      const task = { size: GIB, volume_state: 'ready', task: 'remove', attempts: 0 } as const
      const rows = broken.map((each) => ({
        id: each,
        owner: 'disk' as const,
        source_id: null,
        imported: null,
        ...task,
      }))
      await w.host.db.transaction((tx) => tx.insertInto('volume').values(rows).execute())
      const remove = w.blocks.remove.bind(w.blocks)
      let tried = 0
      w.blocks.remove = async (each) => {
        if (each === broken[0]) tried++
        if (broken.includes(each)) throw new Error('the shelf is locked')
        await remove(each)
      }
      await w.del(`/v1/disks/${id}`)
      const loop = storageLoop(w.host, () => undefined)
      const later = async (milliseconds: number) => {
        w.clock.skip(milliseconds)
        await loop.step()
        await Promise.all(workUnderWay(w.host).values())
      }
      for (let turn = 0; turn < 20 && (await w.blocks.list()).length > 0; turn++) await later(2_000)
      expect(await w.blocks.list()).toEqual([])
      tried = 0
      for (let turn = 0; turn < 150; turn++) await later(20_000)
      expect(tried).toBeGreaterThan(5)
      expect(tried).toBeLessThan(20)
    })

    test('that somebody else removes or cuts off are told, until they are back or deleted', async () => {
      const [gone, short, deleted] = [await w.disk('gone'), await w.disk('short'), await w.disk('deleted')]
      await w.settle()
      const loop = storageLoop(w.host, () => undefined)
      const told = () => loop.troubles!.all().map(({ problem }) => problem)
      const compare = async () => {
        w.clock.skip(300_000)
        await loop.step()
      }
      await compare()
      for (const { id } of [gone, short, deleted]) await w.blocks.remove(id as string)
      await w.blocks.create(short.id as string, 512)
      await compare()
      await eventually(() => told().length === 3)
      expect(told()).toEqual(
        expect.arrayContaining([
          expect.stringMatching(`^the volume of disk ${gone.id} is missing`),
          expect.stringMatching(`^the volume of disk ${short.id} has 512 of ${GIB} bytes`),
        ]),
      )
      // a storage that does not answer says nothing about them
      const { list } = w.host.volumes
      w.host.volumes.list = () => Promise.reject(new Error('away'))
      await compare()
      expect(told()).toHaveLength(3)
      w.host.volumes.list = list
      await w.del(`/v1/disks/${deleted.id}`)
      await w.settle()
      await w.blocks.create(gone.id as string, GIB)
      await w.blocks.resize(short.id as string, GIB)
      await compare()
      await eventually(() => told().length === 0)
    })

    test('that a take-over has moved to another installation are not missing', async () => {
      const [moved, gone] = [await w.disk('moved'), await w.disk('gone')]
      await w.settle()
      await w.post('/v1/system/ip-pools', { name: 'external', description: '' })
      await w.post('/v1/system/ip-pools/external/ranges/add', { first: '10.200.0.1', last: '10.200.0.254' })
      await w.post('/v1/system/ip-pools/external/silos', { silo: 'recovery', is_default: true })
      const size = { ncpus: 1, memory: GIB, start: false }
      const boot_disk = { type: 'attach', name: 'moved' }
      const named = { name: 'db1', description: '', hostname: 'db1' }
      const { id } = await w.post('/v1/instances?project=web', { ...named, ...size, boot_disk })
      const taken = { time_taken_over: w.clock.now().toISOString() }
      await w.host.db.transaction((tx) => tx.updateTable('instance').set(taken).where('id', '=', id).execute())
      for (const disk of [moved, gone]) await w.blocks.remove(disk.id as string)
      const loop = storageLoop(w.host, () => undefined)
      await loop.step()
      await eventually(() => loop.troubles!.all().length > 0)
      expect(loop.troubles!.all().map(({ key }) => key)).toEqual([gone.id])
    })

    test('that a slower replica creates after removal are removed again', async () => {
      const { id, finish } = await w.diskInCreation('d')
      const { db } = w.host
      // what another replica would do after our lease expires
      await db.transaction(async (tx) => {
        await tx.deleteFrom('disk').where('id', '=', id).execute()
        await tx.deleteFrom('volume').where('id', '=', id).execute()
      })
      await finish()
      expect(await w.blocks.list()).toEqual([])
    })
  })

  describe(`kill -9 on ${name}`, () => {
    let w: Storage
    beforeAll(async () => {
      w = await makeStorage(await open())
    })

    test('at every step: everything converges and nothing is left over', async () => {
      // the steps are the same on every database: test all on one and some on the others
      for (let step = 0; ; step += name === 'libsql' ? 1 : 4) {
        const { lived, errors } = await lifeOf(w, step)
        await w.settle()
        await expectSettled(w, step)
        w.clock.skip(CLAIM_EXPIRED_MS)
        await clear(w)
        expect(await w.blocks.list(), `after step ${step}`).toEqual([])
        expect(await w.storage(), `after step ${step}`).toBe(0)
        if (lived) {
          expect(errors).toEqual([])
          expect(step).toBeGreaterThan(30)
          break
        }
      }
      expect(w.errors).toEqual([])
    })
  })
})

/** A control plane on the same database and store that crashes at its n-th external step. */
async function lifeOf(w: Storage, steps: number) {
  let left = steps
  const tick = () => {
    if (left-- <= 0) throw new Error('killed')
  }
  const errors: string[] = []
  const host: Host = {
    ...w.host,
    db: mortalDatabase(w.host.db, tick),
    volumes: mortalBlocks(w.host.volumes, tick),
    log: { info: () => undefined, warn: (text) => errors.push(text), error: (text) => errors.push(text) },
  }
  const plane = makeControlPlane(host)
  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) }
    const request = new Request(new URL(path, 'http://rack.test'), init)
    const response = await plane.fetch(request, { address: '127.0.0.1', secure: false, session: w.admin.session })
    const text = await response.text()
    return (text ? JSON.parse(text) : {}) as { id?: string }
  }
  const settle = () => settleStorage(host).catch(() => undefined)

  await ask('POST', '/v1/disks?project=web', diskBody('d', importing))
  await settle()
  const tell = (path: string, body?: unknown) => ask('POST', `/v1/disks/d/${path}?project=web`, body)
  await tell('bulk-write-start')
  await tell('bulk-write', block)
  w.clock.skip(CLAIM_EXPIRED_MS)
  await tell('bulk-write-stop')
  await tell('finalize', { snapshot_name: 's' })
  const { id } = await ask('GET', '/v1/snapshots/s?project=web')
  if (id) {
    const source = { type: 'snapshot', id }
    const image = await ask('POST', '/v1/images?project=web', {
      name: 'i',
      description: '',
      os: '',
      version: '',
      source,
    })
    const disk_source = { type: 'image', image_id: image.id }
    if (image.id) await ask('POST', '/v1/disks?project=web', diskBody('copy', { disk_source }))
  }
  await settle()
  await ask('POST', '/v1/snapshots?project=web', { name: 's2', description: '', disk: 'd' })
  await ask('DELETE', '/v1/disks/d?project=web')
  await ask('DELETE', '/v1/snapshots/s?project=web')
  await ask('DELETE', '/v1/images/i?project=web')
  await settle()
  return { lived: left > 0, errors }
}

function mortalDatabase(db: Database, tick: () => void): Database {
  return {
    ...db,
    async transaction(work, options) {
      tick()
      const result = await db.transaction(work, options)
      tick()
      return result
    },
  }
}

function mortalBlocks(blocks: BlockStore, tick: () => void): BlockStore {
  const mortal =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      tick()
      const result = await work(...args)
      tick()
      return result
    }
  return {
    ...blocks,
    create: mortal(blocks.create),
    write: mortal(blocks.write),
    flush: mortal(blocks.flush),
    clone: mortal(blocks.clone),
    remove: mortal(blocks.remove),
    digest: mortal(blocks.digest),
  }
}

const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)

/** Nothing is in transition, and the store holds exactly what the rows describe. */
async function expectSettled(w: Storage, step: number) {
  const { read } = w.host.db
  const disks = await read.selectFrom('disk').select(['id', 'size', 'disk_state']).execute()
  const resting = ['detached', 'import_ready', 'importing_from_bulk_writes']
  for (const { disk_state } of disks) expect(resting, `after step ${step}`).toContain(disk_state)
  const snapshots = await read.selectFrom('snapshot').select(['id', 'size', 'state']).execute()
  for (const { state } of snapshots) expect(state, `after step ${step}`).toBe('ready')
  const images = await read.selectFrom('image').select(['id', 'size', 'digest']).execute()
  for (const { digest } of images) expect(digest, `after step ${step}`).not.toBe(null)
  const owners = [...disks, ...snapshots, ...images].map(({ id, size }) => ({ id, size }))
  expect((await w.blocks.list()).sort(byId), `after step ${step}`).toEqual(owners.sort(byId))
  const counted = owners.reduce((sum, { size }) => sum + size, 0)
  expect(await w.storage(), `after step ${step}`).toBe(counted)
}

/** Deletes everything as a user would, ending interrupted imports first. */
async function clear(w: Storage) {
  for (const { id } of await w.list('/v1/disks?project=web')) {
    if ((await w.stateOf(id)) === 'importing_from_bulk_writes') await w.tell(`/v1/disks/${id}/bulk-write-stop`)
    if ((await w.stateOf(id)) === 'import_ready') await w.tell(`/v1/disks/${id}/finalize`, {})
    await w.del(`/v1/disks/${id}`)
  }
  for (const { id } of await w.list('/v1/snapshots?project=web')) await w.del(`/v1/snapshots/${id}`)
  for (const { id } of await w.list('/v1/images?project=web')) await w.del(`/v1/images/${id}`)
  await w.settle()
}
