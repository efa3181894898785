// How loaded sleds are, through the API, on every database; and the caller's own fleet role.
import { beforeAll, describe, expect, test } from 'vitest'
import { GIB, makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

eachDatabase((_name, open) => {
  describe('sled loads', () => {
    let world: Compute
    beforeAll(async () => {
      world = await makeCompute(await open())
    })

    const loads = async () => (await world.ok('GET', '/rackwright/sled-loads')).items

    test('count the instances placed on a sled, in total and per project', async () => {
      const [sled] = (await world.ok('GET', '/v1/system/hardware/sleds')).items as unknown as { id: string }[]
      const idle = { id: sled!.id, instances: 0, cpus: 0, memory: 0, projects: [] }
      expect(await loads()).toEqual([idle])
      await world.make('stopped')
      const { id } = await world.make('one', { start: true, ncpus: 3, memory: 2 * GIB })
      await world.make('two', { start: true })
      await world.reach(id, 'running')
      const totals = { instances: 2, cpus: 4, memory: 3 * GIB }
      const projects = [{ silo_name: 'recovery', project_name: 'web', ...totals }]
      expect(await loads()).toEqual([{ id: sled!.id, ...totals, projects }])
    })
  })
})
