// How many vCPUs the rack gives out per thread: its default, what a change means for instances, and where it is shown.
import { beforeEach, describe, expect, test } from 'vitest'
import { registerHardware } from '../system/inventory.ts'
import { eachDatabase } from '../testing/databases.ts'
import { GIB, makeCompute, type Compute } from '../testing/compute.ts'

const PATH = '/rackwright/cpu-overcommit'

eachDatabase((_name, open) => {
  describe('CPU overcommit', () => {
    let world: Compute
    beforeEach(async () => {
      // one sled of 64 threads and 256 GiB
      world = await makeCompute(await open())
    })
    const ratio = async () => (await world.ok('GET', PATH)).ratio
    const set = (to: number) => world.ok('PUT', PATH, { ratio: to })
    const start = async (name: string) =>
      (await world.admin.raw('POST', `/v1/instances/${name}/start?project=web`)).status

    test('is 1 on simulated machines, and what the rack says on others', async () => {
      expect(await ratio()).toBe(1)
      await world.host.db.transaction((tx) => tx.updateTable('rack').set({ cpu_overcommit: null }).execute())
      await registerHardware({ ...world.host, defaultCpuOvercommit: 4 })
      expect(await ratio()).toBe(4)
      await set(2)
      await registerHardware({ ...world.host, defaultCpuOvercommit: 4 })
      expect(await ratio()).toBe(2)
    })

    test('is from 1 to 16', async () => {
      for (const wrong of [0, 17])
        expect((await world.admin.raw('PUT', PATH, { ratio: wrong })).body.message).toContain('it must be from 1 to 16')
      expect((await world.admin.raw('PUT', PATH, { ratio: 1.5 })).status).toBe(400)
      await set(16)
      expect(await ratio()).toBe(16)
    })

    test('lets instances share threads, never memory, and lowering it stops nobody', async () => {
      for (const name of ['one', 'two', 'three']) await world.make(name, { ncpus: 40 })
      expect([await start('one'), await start('two')]).toEqual([202, 507])
      await set(2)
      expect([await start('two'), await start('three')]).toEqual([202, 202])
      await set(1)
      expect(await ratio()).toBe(1)
      await world.make('four', { ncpus: 1 })
      expect(await start('four')).toBe(507)
      const { items } = await world.ok('GET', '/v1/instances?project=web')
      const states = (items as unknown as { name: string; run_state: string }[]).map((row) => [row.name, row.run_state])
      expect(Object.fromEntries(states)).toMatchObject({ one: 'starting', two: 'starting', three: 'starting' })

      await set(16)
      await world.make('large', { memory: 254 * GIB })
      expect(await start('large')).toBe(507)
      expect(await start('four')).toBe(202)
    })

    test('counts in the load of sleds, but published sleds have their real threads', async () => {
      await set(3)
      expect((await world.ok('GET', '/rackwright/sled-loads')).items).toMatchObject([{ usable_cpus: 192 }])
      expect((await world.ok('GET', '/v1/system/hardware/sleds')).items).toMatchObject([
        { usable_hardware_threads: 64 },
      ])
    })
  })
})
