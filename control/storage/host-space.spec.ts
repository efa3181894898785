// The disk space of a host of real machines: what fits, and what is promised too often. Through the API, on every database.
import { beforeEach, describe, expect, test } from 'vitest'
import { simulatedCapabilities } from '#drivers/simulated/rack.ts'
import { GIB, makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

const can = { ...simulatedCapabilities, has_limited_space: true, enforces_networks: false }
const space = async () => ({ free: 8 * GIB, total: 20 * GIB })

eachDatabase((_name, open) => {
  describe('the space of a host', () => {
    let world: Compute
    beforeEach(async () => {
      world = await makeCompute(await open(), { rackKind: 'libvirt', can, space })
    })

    const makeDisk = (name: string, gib: number) =>
      world.admin.raw('POST', '/v1/disks?project=web', {
        name,
        description: '',
        size: gib * GIB,
        disk_source: { type: 'blank', block_size: 512 },
      })
    const found = async (path: string) => (await world.ok('GET', path)).items as object[]

    test('a disk that is larger than what is free is refused, alone or with an instance', async () => {
      expect(await makeDisk('large', 9)).toMatchObject({
        status: 507,
        body: { error_code: 'InsufficientCapacity', message: 'Insufficient capacity: Not enough storage' },
      })
      const disk_source = { type: 'blank', block_size: 512 }
      const disks = [{ type: 'create', name: 'large', description: '', size: 9 * GIB, disk_source }]
      const body = { name: 'db1', description: '', hostname: 'db1', ncpus: 1, memory: GIB, start: false, disks }
      expect((await world.admin.raw('POST', '/v1/instances?project=web', body)).status).toBe(507)
      expect((await makeDisk('fits', 8)).status).toBe(201)
      const snapshot = { name: 'copy', description: '', disk: 'fits' }
      expect((await world.admin.raw('POST', '/v1/snapshots?project=web', snapshot)).status).toBe(201)
    })

    test('disks that together could outgrow it are an issue, and shown with the sled', async () => {
      for (const name of ['one', 'two']) await makeDisk(name, 8)
      expect(await found('/rackwright/issues')).toEqual([])
      await makeDisk('three', 8)
      expect(await found('/rackwright/issues')).toMatchObject([
        { kind: 'space_overcommitted', severity: 'warning', percent: 120 },
      ])
      expect(await found('/rackwright/sled-loads')).toMatchObject([
        { host: null, space: { free: 8 * GIB, total: 20 * GIB, promised: 24 * GIB } },
      ])
    })

    test('a rack whose disks take up no space promises whatever is asked for', async () => {
      world.host.can = { ...can, has_limited_space: false }
      expect((await makeDisk('large', 900)).status).toBe(201)
      expect(await found('/rackwright/issues')).toEqual([])
      expect(await found('/rackwright/sled-loads')).toMatchObject([{ space: null }])
    })

    test('everybody can read what the rack is made of, and what it can do', async () => {
      expect(await world.ok('GET', '/rackwright/platform')).toMatchObject({
        machines: 'libvirt',
        network: 'simulated',
        ...can,
      })
    })
  })
})
