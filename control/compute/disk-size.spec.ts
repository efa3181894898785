// Resizing disks: sizes, states, quota and space, and what a running machine, a copy and a crash see of it, on every database.
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DiskState } from '#contract/disk-states.ts'
import { instanceStates, type InstanceState } from '#contract/instance-states.ts'
import { DriverError } from '#drivers/driver-error.ts'
import { simulatedCapabilities } from '#drivers/simulated/rack.ts'
import { instanceBody, makeCompute, onSled, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { eventually, GIB, importing, makeStorage, type Storage } from '../testing/storage.ts'
import type { Body } from '../testing/talk.ts'

const bad = (message: string) => [400, 'InvalidRequest', message]
const unsupported = (text: string) => [400, 'InvalidValue', `unsupported value for "size": ${text}`]

eachDatabase((_name, open) => {
  describe('disk sizes', () => {
    let w: Storage
    let db1: Body
    beforeAll(async () => {
      w = await makeStorage(await open())
      await w.post('/v1/system/ip-pools', { name: 'external', description: '' })
      await w.post('/v1/system/ip-pools/external/ranges/add', { first: '10.200.0.1', last: '10.200.0.254' })
      await w.post('/v1/system/ip-pools/external/silos', { silo: 'recovery', is_default: true })
      db1 = await w.post('/v1/instances?project=web', instanceBody('db1'))
    })

    const resize = (disk: unknown, size: number) => w.tell202(`/rackwright/disks/${disk}/resize`, { size })
    const refused = (disk: unknown, size: number) => w.refused('POST', `/rackwright/disks/${disk}/resize`, { size })
    const sizeOf = async (id: unknown) => (await w.blocks.list()).find((volume) => volume.id === id)?.size

    test('grow, with their contents and what they are charged', async () => {
      const { id } = await w.disk('grows', importing)
      await w.tell(`/v1/disks/${id}/bulk-write-start`)
      const base64_encoded_data = Buffer.alloc(512, 7).toString('base64')
      await w.tell(`/v1/disks/${id}/bulk-write`, { offset: GIB - 512, base64_encoded_data })
      await w.tell(`/v1/disks/${id}/bulk-write-stop`)
      await w.tell(`/v1/disks/${id}/finalize`, {})
      const before = await w.storage()
      await w.clock.advance(1000)
      const grown = await resize(id, 3 * GIB)
      expect(grown).toMatchObject({ id, size: 3 * GIB, state: { state: 'detached' } })
      expect(grown.time_modified).not.toBe(grown.time_created)
      expect(await sizeOf(id)).toBe(3 * GIB)
      expect(await w.blocks.read(id as string, GIB - 512, 1024)).toEqual(
        Uint8Array.from({ length: 1024 }, (_, at) => (at < 512 ? 7 : 0)),
      )
      expect(await w.storage()).toBe(before + 2 * GIB)
      expect((await resize(id, 3 * GIB)).size).toBe(3 * GIB)
      expect(await w.storage()).toBe(before + 2 * GIB)
      await w.del(`/v1/disks/${id}`)
      expect(await w.storage()).toBe(before - GIB)
    })

    test('never shrink, and keep within the limits of new disks', async () => {
      const { id } = await w.disk('limited', { size: 3 * GIB })
      expect(await refused(id, 2 * GIB)).toEqual(unsupported(`disks cannot shrink, and this one has ${3 * GIB} bytes`))
      expect(await refused(id, 3.5 * GIB)).toEqual(unsupported('total size must be a multiple of 1 GiB'))
      expect(await refused(id, 1024 * GIB)).toEqual(unsupported('total size must be less than 1023 GiB'))
      expect((await resize(id, 1023 * GIB)).size).toBe(1023 * GIB)
      await w.del(`/v1/disks/${id}`)
    })

    test('stay when the quota is exceeded', async () => {
      const { id } = await w.disk('dear')
      const before = await w.storage()
      await w.put('/v1/system/silos/recovery/quotas', { storage: before + GIB })
      const [status, code, message] = await refused(id, 3 * GIB)
      expect([status, code]).toEqual([507, 'InsufficientCapacity'])
      expect(message).toContain('Storage Limit Exceeded')
      expect(await w.get(`/v1/disks/${id}`)).toMatchObject({ size: GIB })
      expect(await w.storage()).toBe(before)
      await resize(id, 2 * GIB)
      await w.put('/v1/system/silos/recovery/quotas', { storage: 2 ** 50 })
    })

    test('change only in states in which nothing else happens to them', async () => {
      const { id } = await w.disk('state')
      const set = (disk_state: Exclude<DiskState, 'importing_from_url' | 'attaching' | 'detaching' | 'destroyed'>) =>
        w.host.db.transaction((tx) =>
          tx
            .updateTable('disk')
            .set({ disk_state })
            .where('id', '=', id as string)
            .execute(),
        )
      for (const state of ['creating', 'import_ready', 'finalizing', 'maintenance', 'faulted'] as const) {
        await set(state)
        expect(await refused(id, 2 * GIB)).toEqual(bad(`cannot resize disk "state": invalid state ${state}`))
      }
      await set('detached')
      await w.tell202(`/v1/instances/${db1.id}/disks/attach`, { disk: id })
      let size = GIB
      const become = (run_state: InstanceState) =>
        w.host.db.transaction((tx) =>
          tx
            .updateTable('instance')
            .set({ run_state })
            .where('id', '=', db1.id as string)
            .execute(),
        )
      for (const run_state of instanceStates) {
        await become(run_state)
        const isPossible = ['running', 'rebooting', 'creating', 'stopped', 'failed'].includes(run_state)
        if (isPossible) expect((await resize(id, (size += GIB))).size).toBe(size)
        else expect(await refused(id, size + GIB)).toEqual(bad(`cannot resize disk of instance in ${run_state} state`))
      }
      await become('stopped')
    })

    test('wait for copies, and copies wait for them', async () => {
      const { id } = await w.disk('copied')
      const release = w.blocks.hold('resize')
      const asked = resize(id, 2 * GIB)
      await eventually(async () => (await w.get(`/v1/disks/${id}`)).size === 2 * GIB)
      const taken = w.post('/v1/snapshots?project=web', { name: 'later', description: '', disk: 'copied' })
      await eventually(async () => (await w.list('/v1/snapshots?project=web')).length === 1)
      // enough for a copy that does not wait
      for (let n = 0; n < 20; n++) await w.get(`/v1/disks/${id}`)
      expect(w.blocks.calls('clone')).toBe(0)
      release()
      await asked
      expect(await taken).toMatchObject({ state: 'ready', size: 2 * GIB })
      const clone = w.blocks.hold('clone')
      await w.tell202(`/v1/instances/${db1.id}/disks/attach`, { disk: id })
      const held = w.post('/v1/snapshots?project=web', { name: 'held', description: '', disk: 'copied' })
      await eventually(async () => (await w.list('/v1/snapshots?project=web')).length === 2)
      const why = 'cannot resize disk "copied": a snapshot of it is being taken'
      expect(await refused(id, 3 * GIB)).toEqual([409, 'Conflict', why])
      clone()
      expect(await held).toMatchObject({ state: 'ready', size: 2 * GIB })
      await resize(id, 3 * GIB)
      expect(await w.get('/v1/snapshots/held?project=web')).toMatchObject({ size: 2 * GIB })
    })
  })

  describe('disk sizes of running instances', () => {
    let world: Compute
    const can = { ...simulatedCapabilities }
    beforeEach(async () => {
      Object.assign(can, simulatedCapabilities)
      world = await makeCompute(await open(), { can, space: async () => ({ free: 8 * GIB, total: 20 * GIB }) })
    })

    const running = async () => {
      const disk_source = { type: 'blank', block_size: 512 }
      const disks = [{ type: 'create', name: 'data', description: '', size: GIB, disk_source }]
      const { id } = await world.make('db1', { disks })
      await world.act(id, 'start')
      await world.reach(id, 'running')
      return id
    }
    const resize = (size: number) => world.admin.raw('POST', '/rackwright/disks/data/resize?project=web', { size })
    const sizes = async () => (await world.host.volumes.list()).map(({ size }) => size)

    test('grow in the machine', async () => {
      const resized = vi.spyOn(world.host.machines, 'resizeDisk')
      const id = await running()
      expect(await resize(2 * GIB)).toMatchObject({ status: 202, body: { size: 2 * GIB } })
      const { id: disk } = await world.ok('GET', '/v1/disks/data?project=web')
      expect(resized.mock.calls).toEqual([[onSled(id), disk, 2 * GIB]])
      expect(await sizes()).toEqual([2 * GIB])
    })

    test('grow once the sled answers again', async () => {
      await running()
      const unreachable = new DriverError('host', 'nobody answers')
      const resized = vi.spyOn(world.host.machines, 'resizeDisk').mockRejectedValueOnce(unreachable)
      expect((await resize(2 * GIB)).status).toBe(202)
      expect(await sizes()).toEqual([GIB])
      await world.quiet()
      expect(await sizes()).toEqual([2 * GIB])
      expect(resized).toHaveBeenCalledTimes(2)
    })

    test('are grown before the machine starts again', async () => {
      const id = await running()
      await world.act(id, 'stop')
      await world.reach(id, 'stopped')
      const failing = vi.spyOn(world.host.volumes, 'resize').mockRejectedValue(new Error('the disk array is on fire'))
      expect((await resize(2 * GIB)).status).toBe(202)
      await world.act(id, 'start')
      const ensured = vi.spyOn(world.host.machines, 'ensure')
      for (let n = 0; n < 20; n++) await world.clock.advance(250)
      expect((await world.view(id)).run_state).toBe('starting')
      failing.mockRestore()
      await world.reach(id, 'running')
      expect(ensured.mock.calls[0]?.[0].disks).toMatchObject([{ size: 2 * GIB }])
      expect(await sizes()).toEqual([2 * GIB])
    })

    test('stay where the rack cannot change machines that run, and where they do not fit', async () => {
      can.hot_plugs_disks = false
      await running()
      const body = { message: 'cannot resize disk: instance is not fully stopped' }
      expect(await resize(2 * GIB)).toMatchObject({ status: 400, body })
      Object.assign(can, { hot_plugs_disks: true, has_limited_space: true })
      expect((await resize(10 * GIB)).status).toBe(507)
      expect((await resize(9 * GIB)).status).toBe(202)
    })
  })
})
