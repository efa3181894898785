// What a guest says about itself reaches those who can read its instance, and nothing where nobody answers.
import { describe, expect, test, vi } from 'vitest'
import { DriverError } from '#drivers/driver-error.ts'
import { makeCompute, until } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

const silent = { answers: false, hostname: null, system: null, kernel: null, interfaces: [] }

eachDatabase((_name, open) => {
  describe('the guest of an instance', () => {
    test('answers once it has booted', async () => {
      const world = await makeCompute(await open())
      const { id } = await world.make('db1')
      const path = `/rackwright/instances/${id}/guest`
      expect(await world.ok('GET', path)).toEqual(silent)
      await world.act(id, 'start')
      await world.reach(id, 'running')
      const found = await until(world, 'an answer', async () => {
        const guest = await world.ok('GET', path)
        return guest.answers ? guest : undefined
      })
      expect(found).toMatchObject({ hostname: 'db1', interfaces: [{ name: 'eth0', addresses: ['172.30.0.5'] }] })
      const asked = vi.spyOn(world.host.machines, 'guest')
      asked.mockRejectedValueOnce(new DriverError('wrong_state', 'it ends'))
      expect(await world.ok('GET', path)).toEqual(silent)
      asked.mockRejectedValueOnce(new DriverError('host', 'nobody answers'))
      expect((await world.admin.raw('GET', path)).status).toBe(503)
    })
  })
})
