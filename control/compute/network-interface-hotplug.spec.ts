// Adding interfaces to instances that run, and removing them: states, limits, guests that do not let go, sleds that refuse or do not
// answer, and stops and starts meanwhile, on every database.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DriverError } from '#drivers/driver-error.ts'
import { simulatedCapabilities } from '#drivers/simulated/rack.ts'
import type { InstanceState } from '#contract/instance-states.ts'
import { makeCompute, onSled, until, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

const refusedWith = (message: string, status = 400) => ({ status, body: { message } })
const gone = new DriverError('host', 'nobody answers')
const busy = new DriverError('busy', 'the guest has not released it yet')

eachDatabase((_name, open) => {
  describe('interfaces of instances that run', () => {
    let world: Compute
    let db1: string
    const can = { ...simulatedCapabilities }
    beforeEach(async () => {
      vi.restoreAllMocks()
      Object.assign(can, simulatedCapabilities)
      world = await makeCompute(await open(), { can })
      for (let n = 0; n < 9; n++)
        await world.ok('POST', '/v1/vpc-subnets?vpc=default&project=web', {
          name: `s${n}`,
          description: '',
          ipv4_block: `10.0.${n}.0/26`,
        })
      db1 = (await world.make('db1', { start: true })).id
      await world.reach(db1, 'running')
    })

    const path = (instance = db1) => `/rackwright/instances/${instance}/network-interfaces`
    const add = (name = 'back', subnet_name = 's0', more: Record<string, unknown> = {}) =>
      world.admin.raw('POST', path(), { name, description: '', vpc_name: 'default', subnet_name, ...more })
    const remove = (name = 'back', instance = db1) => world.admin.raw('DELETE', `${path(instance)}/${name}`)
    const list = async () =>
      ((await world.ok('GET', path())).items as Record<string, string>[]).map(({ name, state }) => `${name} ${state}`)
    const onMachine = async () =>
      (await world.host.machines.statistics(onSled(db1).sled_id)).find(({ id }) => id === db1)?.nics.length
    const inNetwork = async () => JSON.stringify(await world.host.network.list())

    test('come and go, and are in the network meanwhile', async () => {
      const { status, body } = await add()
      expect([status, body]).toMatchObject([202, { name: 'back', ip: '10.0.0.5', primary: false, state: 'attached' }])
      expect(await onMachine()).toBe(2)
      expect(await list()).toEqual(['net0 attached', 'back attached'])
      expect((await world.ok('GET', `/v1/network-interfaces/${String(body.id)}`)).name).toBe('back')
      expect(await remove()).toMatchObject({ status: 202, body: { name: 'back', state: 'detached' } })
      expect(await onMachine()).toBe(1)
      expect(await list()).toEqual(['net0 attached'])
      expect(await remove()).toMatchObject({ status: 404 })
      // its address is free again
      expect((await add('again')).body).toMatchObject({ ip: '10.0.0.5' })
      expect((await remove(String(body.id))).status).toBe(404)
    })

    test('stay over a stop and a start', async () => {
      await add()
      await world.act(db1, 'stop')
      await world.reach(db1, 'stopped')
      await world.act(db1, 'start')
      await world.reach(db1, 'running')
      expect(await onMachine()).toBe(2)
    })

    test('the published operations keep their rules, and the rules of stopped instances hold here', async () => {
      const published = '/v1/network-interfaces'
      const body = { name: 'more', description: '', vpc_name: 'default', subnet_name: 's1' }
      expect(await world.admin.raw('POST', `${published}?instance=${db1}`, body)).toMatchObject(
        refusedWith('Instance must be stopped to attach a new network interface'),
      )
      const { id } = (await add()).body
      expect(await world.admin.raw('DELETE', `${published}/${String(id)}`)).toMatchObject(
        refusedWith('Instance must be stopped or failed to detach a network interface'),
      )
      await world.act(db1, 'stop')
      await world.reach(db1, 'stopped')
      expect(await remove('net0')).toMatchObject(
        refusedWith('The primary interface may not be deleted while secondary interfaces are still attached'),
      )
      expect((await remove()).body.state).toBe('detached')
      expect((await add()).body.state).toBe('attached')
    })

    test('the primary one stays, eight are the most, and each has a subnet of its own', async () => {
      const why = 'the primary interface cannot be removed while the instance runs'
      expect(await remove('net0')).toMatchObject(refusedWith(why, 409))
      for (let n = 0; n < 7; n++) expect((await add(`more-${n}`, `s${n}`)).status).toBe(202)
      expect(await add('ninth', 's7')).toMatchObject(refusedWith('May not attach more than 8 network interfaces'))
      await remove('more-6')
      expect(await add('twin', 's0')).toMatchObject(refusedWith('Each interface must be in a distinct VPC Subnet'))
      const { id: db2 } = await world.make('db2')
      const [, second] = (await world.ok('GET', path())).items as { id: string }[]
      expect((await remove(second!.id, db2)).status).toBe(400)
    })

    test('only in some states of the instance, and only where the rack can', async () => {
      const set = (run_state: InstanceState) =>
        world.host.db.transaction((tx) => tx.updateTable('instance').set({ run_state }).where('id', '=', db1).execute())
      await add()
      await world.plane.stop()
      for (const state of ['starting', 'stopping', 'rebooting', 'migrating', 'repairing'] as const) {
        await set(state)
        expect(await add('more', 's1')).toMatchObject(
          refusedWith(`cannot add a network interface to instance in ${state} state`),
        )
        expect(await remove()).toMatchObject(
          refusedWith(`cannot remove a network interface from instance in ${state} state`),
        )
      }
      await set('running')
      Object.assign(can, { hot_plugs_interfaces: false, enforces_networks: false })
      const why = 'without OVN, the network of a machine is made when it starts'
      expect(await add('more', 's1')).toMatchObject(
        refusedWith(`Instance must be stopped to attach a new network interface: ${why}`),
      )
      expect(await remove()).toMatchObject(
        refusedWith(`Instance must be stopped or failed to detach a network interface: ${why}`),
      )
    })

    test('a guest that does not let go keeps the interface and its address until it does', async () => {
      await add()
      const detached = vi.spyOn(world.host.machines, 'detachNic').mockRejectedValue(busy)
      expect(await remove()).toMatchObject({ status: 202, body: { state: 'detaching' } })
      expect(await remove()).toMatchObject({ status: 202, body: { state: 'detaching' } })
      const { id: db2 } = await world.make('db2', { network_interfaces: { type: 'none' } })
      const body = { name: 'a', description: '', vpc_name: 'default', subnet_name: 's0', ip: '10.0.0.5' }
      expect((await world.admin.raw('POST', path(db2), body)).status).toBe(400)
      for (let n = 0; n < 20; n++) await world.clock.advance(1_000)
      expect(await list()).toEqual(['net0 attached', 'back detaching'])
      expect(await inNetwork()).not.toBe('')
      // nothing is wrong with the rack
      expect(world.errors).toEqual([])
      detached.mockRestore()
      await until(world, 'it to go', async () => (await list()).length === 1)
      expect(await onMachine()).toBe(1)
    })

    test('a stop releases one that the guest has kept, and the next start is without it', async () => {
      await add()
      vi.spyOn(world.host.machines, 'detachNic').mockRejectedValue(busy)
      await remove()
      const ensured = vi.spyOn(world.host.machines, 'ensure')
      await world.act(db1, 'stop')
      await world.reach(db1, 'stopped', 10)
      // at once, before anybody has noticed that it is free
      await world.act(db1, 'start')
      await world.reach(db1, 'running')
      expect(ensured.mock.calls[0]?.[0].nics).toHaveLength(1)
      vi.restoreAllMocks()
      await until(world, 'it to go', async () => (await list()).length === 1)
    })

    test('one that becomes primary after a stop stays', async () => {
      await add()
      vi.spyOn(world.host.machines, 'detachNic').mockRejectedValue(busy)
      const { id } = (await remove()).body
      await world.plane.stop()
      await world.host.db.transaction((tx) =>
        tx.updateTable('instance').set({ run_state: 'stopped', sled_id: null }).where('id', '=', db1).execute(),
      )
      await world.ok('PUT', `/v1/network-interfaces/${String(id)}`, { primary: true })
      expect(await list()).toEqual(['back attached', 'net0 attached'])
    })

    test('a sled that refuses it leaves nothing behind, and says why', async () => {
      const refused = new DriverError('refused', 'no place for another interface')
      vi.spyOn(world.host.machines, 'attachNic').mockRejectedValue(refused)
      const before = await world.rowCounts()
      expect(await add()).toMatchObject(
        refusedWith('cannot add network interface "back": no place for another interface', 409),
      )
      expect(await list()).toEqual(['net0 attached'])
      expect(await world.rowCounts()).toEqual(before)
      vi.restoreAllMocks()
      expect((await add()).body).toMatchObject({ ip: '10.0.0.5', state: 'attached' })
    })

    test('a sled that does not answer gets it later, or the next start brings it', async () => {
      vi.spyOn(world.host.machines, 'attachNic').mockRejectedValueOnce(gone)
      expect((await add()).body.state).toBe('attaching')
      await until(world, 'it to come', async () => (await onMachine()) === 2)
      await until(world, 'it to be attached', async () => (await list()).includes('back attached'))
      await remove()
      vi.spyOn(world.host.machines, 'attachNic').mockRejectedValue(gone)
      await add()
      expect(await remove()).toMatchObject(
        refusedWith('cannot remove network interface "back": it is being added', 409),
      )
      await world.act(db1, 'stop')
      await world.reach(db1, 'stopped')
      await world.act(db1, 'start')
      await world.reach(db1, 'running')
      expect(await onMachine()).toBe(2)
    })
  })
})
