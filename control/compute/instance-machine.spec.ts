// How SSH reaches an instance, and stops that are forced: through the API, on every database.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MachineDevices } from '#drivers/machines.ts'
import { makeCompute, onSled, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

const UNCHANGED = {
  missing_disks: [],
  missing_interfaces: [],
  diverted_disks: [],
  removed_disks: [],
  resized_disks: [],
}

eachDatabase((_name, open) => {
  describe('the machine of an instance', () => {
    let world: Compute
    let id: string
    beforeEach(async () => {
      world = await makeCompute(await open())
      id = (await world.make('db1', { start: true })).id
      await world.reach(id, 'running')
    })
    afterEach(async () => {
      expect(world.errors).toEqual([])
      await world.stop()
    })

    const machine = () => world.ok('GET', `/rackwright/instances/${id}/machine`)
    const force = (instance = id) => world.admin.raw('POST', `/rackwright/instances/${instance}/force-stop`)

    test('tells where SSH reaches it and when a stop is forced, as far as the driver knows', async () => {
      expect(await machine()).toEqual({
        ssh: null,
        time_forced: null,
        resize: null,
        memory: { used: expect.any(Number), total: expect.any(Number) },
        pause_reason: null,
        network_problem: null,
        has_old_network: false,
        has_old_cpu: false,
        ...UNCHANGED,
      })
      const { find } = world.host.machines
      const ssh = { address: '127.0.0.1', port: 2222 }
      const pause_reason = 'Its host has paused it.'
      const network_problem = 'The host has no default route.'
      const time_forced = new Date('2030-01-01T00:00:00Z')
      world.host.machines.find = async (at) => {
        const found = await find(at)
        return (
          found && {
            ...found,
            ssh,
            time_forced,
            pause_reason,
            network_problem,
            has_old_network: true,
            has_old_cpu: true,
          }
        )
      }
      expect(await machine()).toMatchObject({
        ssh,
        time_forced: null,
        pause_reason,
        network_problem,
        has_old_network: true,
        has_old_cpu: true,
      })
      await world.act(id, 'stop')
      expect(await machine()).toMatchObject({
        ssh,
        time_forced: time_forced.toISOString(),
        pause_reason,
        network_problem,
        has_old_network: true,
        has_old_cpu: true,
      })
      await world.reach(id, 'stopped')
      expect(await machine()).toEqual({
        ssh: null,
        time_forced: null,
        resize: null,
        memory: null,
        pause_reason: null,
        network_problem: null,
        has_old_network: false,
        has_old_cpu: false,
        ...UNCHANGED,
      })
    })

    test('names what somebody has changed on the host while it runs', async () => {
      const disk_source = { type: 'blank', block_size: 512 }
      const boot = { type: 'create', name: 'boot', description: '', size: 2 ** 30, disk_source }
      const more = { start: true, disks: [boot], network_interfaces: { type: 'default' } }
      ;({ id } = await world.make('db2', more))
      await world.reach(id, 'running')
      const [disk] = (await world.ok('GET', `/v1/instances/${id}/disks`)).items as { id: string; name: string }[]
      const nics = await world.ok('GET', `/v1/network-interfaces?instance=${id}`)
      const [nic] = nics.items as { id: string; name: string }[]
      const { find } = world.host.machines
      const report = (devices: MachineDevices, generation?: number) => {
        world.host.machines.find = async (at) => {
          const found = await find(at)
          return found && { ...found, generation: generation ?? found.generation, devices }
        }
      }
      const kept = { id: disk!.id, is_diverted: false, is_removed: false }
      report({ disks: [kept], interfaces: [nic!.id] })
      expect(await machine()).toMatchObject(UNCHANGED)
      world.host.machines.diskSizes = async () => new Map([[disk!.id, 2 ** 31]])
      expect(await machine()).toMatchObject({ ...UNCHANGED, resized_disks: [{ name: disk!.name, size: 2 ** 31 }] })
      world.host.machines.diskSizes = async () => new Map([[disk!.id, 2 ** 30]])
      // without OVN they cannot change
      report({ disks: [{ ...kept, is_diverted: true }] })
      expect(await machine()).toMatchObject({ ...UNCHANGED, diverted_disks: [disk!.name] })
      report({ disks: [{ ...kept, is_removed: true }] })
      expect(await machine()).toMatchObject({ ...UNCHANGED, removed_disks: [disk!.name] })
      report({ disks: [], interfaces: [] })
      const missing = { missing_disks: [disk!.name], missing_interfaces: [nic!.name] }
      expect(await machine()).toMatchObject({ ...UNCHANGED, ...missing })
      // the machine of an earlier start
      report({ disks: [], interfaces: [] }, 0)
      expect(await machine()).toMatchObject(UNCHANGED)
    })

    test('a forced stop takes no time, also of an instance that is stopping', async () => {
      await world.act(id, 'stop')
      expect((await world.view(id)).run_state).toBe('stopping')
      const { status, body } = await force()
      expect([status, body.run_state]).toEqual([202, 'stopping'])
      expect((await world.host.machines.find(onSled(id)))?.state).toBe('stopped')
      await world.reach(id, 'stopped', 1)
      expect(await world.usage()).toMatchObject({ cpus: 0, memory: 0 })
    })

    test('is refused where a stop is, and does nothing to a stopped instance', async () => {
      const stopped = await world.make('off')
      expect((await force(stopped.id)).body).toMatchObject({ run_state: 'stopped' })
      expect((await force(crypto.randomUUID())).status).toBe(404)
      await world.host.db.transaction((tx) =>
        tx.updateTable('instance').set({ run_state: 'creating' }).where('id', '=', stopped.id).execute(),
      )
      expect((await force(stopped.id)).status).toBe(400)
    })
  })
})
