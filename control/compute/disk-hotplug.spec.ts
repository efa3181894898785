// Attaching disks to instances that run, and detaching them: states, limits, guests that do not let go, sleds that refuse or do not
// answer, and stops and starts meanwhile, on every database.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DriverError } from '#drivers/driver-error.ts'
import { simulatedCapabilities } from '#drivers/simulated/rack.ts'
import type { InstanceState } from '#contract/instance-states.ts'
import { makeCompute, onSled, until, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { diskBody } from '../testing/storage.ts'

const refusedWith = (message: string, status = 400) => ({ status, body: { message } })

eachDatabase((_name, open) => {
  describe('disks of instances that run', () => {
    let world: Compute
    let db1: string
    const can = { ...simulatedCapabilities }
    beforeEach(async () => {
      Object.assign(can, simulatedCapabilities)
      world = await makeCompute(await open(), { can })
      const boot_disk = { type: 'create', ...diskBody('boot') }
      db1 = (await world.make('db1', { boot_disk })).id
      await world.ok('POST', '/v1/disks?project=web', diskBody('data'))
      await world.act(db1, 'start')
      await world.reach(db1, 'running')
    })

    const ask = (verb: 'attach' | 'detach', disk = 'data', instance = db1) =>
      world.admin.raw('POST', `/rackwright/instances/${instance}/disks/${verb}`, { disk })
    const stateOf = async (disk = 'data') =>
      ((await world.ok('GET', `/v1/disks/${disk}?project=web`)).state as { state: string }).state
    const becomes = (state: string) => until(world, `data to be ${state}`, async () => (await stateOf()) === state)
    const disksOfMachine = async () => {
      const found = (await world.host.machines.statistics(onSled(db1).sled_id)).find(({ id }) => id === db1)
      return found?.disks.length
    }

    test('come and go, and both can be repeated', async () => {
      const attached = { state: 'attached', instance: db1 }
      expect(await ask('attach')).toMatchObject({ status: 202, body: { name: 'data', state: attached } })
      expect(await disksOfMachine()).toBe(2)
      expect((await ask('attach')).body.state).toEqual(attached)
      expect(await ask('detach')).toMatchObject({ status: 202, body: { state: { state: 'detached' } } })
      expect(await disksOfMachine()).toBe(1)
      expect((await ask('detach')).status).toBe(202)
    })

    test('stay over a stop and a start', async () => {
      await ask('attach')
      await world.act(db1, 'stop')
      await world.reach(db1, 'stopped')
      await world.act(db1, 'start')
      await world.reach(db1, 'running')
      expect(await disksOfMachine()).toBe(2)
    })

    test('the published operations keep their rules, and the rules of stopped instances hold here', async () => {
      const published = (verb: string) =>
        world.admin.raw('POST', `/v1/instances/${db1}/disks/${verb}`, { disk: 'data' })
      expect(await published('attach')).toMatchObject(refusedWith('cannot attach disk: instance is not fully stopped'))
      await ask('attach')
      expect(await published('detach')).toMatchObject(refusedWith('cannot detach disk: instance is not fully stopped'))
      await world.act(db1, 'stop')
      await world.reach(db1, 'stopped')
      expect((await ask('detach')).body.state).toEqual({ state: 'detached' })
      expect((await ask('attach')).body.state).toEqual({ state: 'attached', instance: db1 })
    })

    test('the boot disk stays, and eight are the most', async () => {
      expect(await ask('detach', 'boot')).toMatchObject(refusedWith('boot disk cannot be detached', 409))
      for (let n = 0; n < 7; n++) {
        await world.ok('POST', '/v1/disks?project=web', diskBody(`more-${n}`))
        expect((await ask('attach', `more-${n}`)).status).toBe(202)
      }
      expect(await ask('attach')).toMatchObject(refusedWith('cannot attach more than 8 disks to instance'))
      expect(await stateOf()).toBe('detached')
    })

    test('only in some states of the instance, and only where the rack can', async () => {
      const set = (run_state: InstanceState) =>
        world.host.db.transaction((tx) => tx.updateTable('instance').set({ run_state }).where('id', '=', db1).execute())
      await world.plane.stop()
      for (const state of ['starting', 'stopping', 'rebooting', 'migrating', 'repairing'] as const) {
        await set(state)
        expect(await ask('attach')).toMatchObject(refusedWith(`cannot attach disk to instance in ${state} state`))
      }
      await set('running')
      await ask('attach')
      await set('stopping')
      expect(await ask('detach')).toMatchObject(refusedWith('cannot detach disk from instance in stopping state'))
      await set('running')
      can.hot_plugs_disks = false
      expect(await ask('detach')).toMatchObject(refusedWith('cannot detach disk: instance is not fully stopped'))
      expect(await stateOf()).toBe('attached')
    })

    test('another instance cannot have it, nor while it is on its way', async () => {
      const { id: db2 } = await world.make('db2', { start: true })
      await world.reach(db2, 'running')
      await ask('attach')
      const why = 'disk is attached to another instance'
      expect(await ask('attach', 'data', db2)).toMatchObject(refusedWith(`cannot attach disk "data": ${why}`))
      expect(await ask('detach', 'data', db2)).toMatchObject(refusedWith(`cannot detach disk "data": ${why}`))
    })

    test('a guest that does not let go keeps the disk until it does', async () => {
      await ask('attach')
      const busy = new DriverError('busy', 'the guest has not released the disk yet')
      const detached = vi.spyOn(world.host.machines, 'detachDisk').mockRejectedValue(busy)
      expect(await ask('detach')).toMatchObject({ status: 202, body: { state: { state: 'detaching', instance: db1 } } })
      expect((await ask('detach')).body.state).toEqual({ state: 'detaching', instance: db1 })
      const { id: db2 } = await world.make('db2')
      const why = 'disk is attached to another instance'
      expect(await ask('attach', 'data', db2)).toMatchObject({ status: 400 })
      const { id: db3 } = await world.make('db3', { start: true })
      await world.reach(db3, 'running')
      expect(await ask('attach', 'data', db3)).toMatchObject(refusedWith(`cannot attach disk "data": ${why}`))
      expect((await world.admin.raw('DELETE', '/v1/disks/data?project=web')).status).toBe(400)
      expect((await ask('attach')).status).toBe(400)
      for (let n = 0; n < 20; n++) await world.clock.advance(1_000)
      expect(await stateOf()).toBe('detaching')
      // nothing is wrong with the rack
      expect(world.errors).toEqual([])
      detached.mockRestore()
      await becomes('detached')
      expect(await disksOfMachine()).toBe(1)
    })

    test('a stop releases a disk that the guest has kept, and the next start is without it', async () => {
      await ask('attach')
      const busy = new DriverError('busy', 'the guest has not released the disk yet')
      vi.spyOn(world.host.machines, 'detachDisk').mockRejectedValue(busy)
      await ask('detach')
      const ensured = vi.spyOn(world.host.machines, 'ensure')
      await world.act(db1, 'stop')
      await world.reach(db1, 'stopped', 10)
      // at once, before anybody has noticed that the disk is free
      await world.act(db1, 'start')
      await world.reach(db1, 'running')
      expect(ensured.mock.calls[0]?.[0].disks).toHaveLength(1)
      vi.restoreAllMocks()
      await becomes('detached')
    })

    test('a sled that refuses the disk leaves it detached, and says why', async () => {
      const refused = new DriverError('refused', 'no place for another disk')
      vi.spyOn(world.host.machines, 'attachDisk').mockRejectedValue(refused)
      expect(await ask('attach')).toMatchObject(
        refusedWith('cannot attach disk "data": no place for another disk', 409),
      )
      expect(await stateOf()).toBe('detached')
      vi.restoreAllMocks()
      expect((await ask('attach')).body.state).toEqual({ state: 'attached', instance: db1 })
    })

    test('a sled that does not answer gets the disk later, or the next start brings it', async () => {
      const gone = new DriverError('host', 'nobody answers')
      vi.spyOn(world.host.machines, 'attachDisk').mockRejectedValueOnce(gone)
      expect((await ask('attach')).body.state).toEqual({ state: 'attaching', instance: db1 })
      expect(
        (await world.admin.raw('POST', '/rackwright/disks/data/resize?project=web', { size: 2 ** 31 })).status,
      ).toBe(400)
      await becomes('attached')
      expect(await disksOfMachine()).toBe(2)
      await ask('detach')
      vi.spyOn(world.host.machines, 'attachDisk').mockRejectedValue(gone)
      await ask('attach')
      await world.act(db1, 'stop')
      await world.reach(db1, 'stopped')
      await becomes('attached')
      await world.act(db1, 'start')
      await world.reach(db1, 'running')
      expect(await disksOfMachine()).toBe(2)
    })

    test('a snapshot that is being taken keeps it', async () => {
      await ask('attach')
      await world.host.db.transaction(async (tx) => {
        const { id } = await tx.selectFrom('disk').select('id').where('name', '=', 'data').executeTakeFirstOrThrow()
        const copy = { owner: 'snapshot', size: 1, volume_state: 'making', task: null, attempts: 9 } as const
        await tx
          .insertInto('volume')
          .values({ ...copy, id: crypto.randomUUID(), source_id: id, imported: null })
          .execute()
      })
      const why = 'cannot detach disk "data": a snapshot of it is being taken'
      expect(await ask('detach')).toMatchObject(refusedWith(why, 409))
    })
  })
})
