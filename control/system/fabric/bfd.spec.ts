// BFD sessions through the API, on every database.
import { beforeEach, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { makeFabricWorld, NETWORKING, type FabricWorld } from '../../testing/fabric.ts'

const remote = '10.0.0.1'
const facts = { detection_threshold: 3, required_rx: 300_000, mode: 'single_hop' }

eachDatabase((_name, open) => {
  describe('BFD', () => {
    let world: FabricWorld
    beforeEach(async () => {
      world = await makeFabricWorld(await open())
    })

    const enable = (more: Record<string, unknown> = {}) =>
      world.post(`${NETWORKING}/bfd-enable`, { remote, switch: 'switch0', ...facts, ...more })
    const disable = (location = 'switch0') => world.post(`${NETWORKING}/bfd-disable`, { remote, switch: location })
    const status = async () => (await world.get(`${NETWORKING}/bfd-status`)).body as unknown as { state: string }[]

    test('a session comes up with a link, and ends when disabled', async () => {
      expect((await enable()).status).toBe(204)
      await world.settle(10_000)
      const session = { ...facts, peer: remote, local: null, switch: 'switch0' }
      expect(await status()).toEqual([{ ...session, state: 'down' }])
      await world.settings('uplink')
      await world.apply('uplink', 'qsfp0')
      await world.settle(3000)
      expect(await status()).toMatchObject([{ state: 'init' }])
      await world.settle(3000)
      expect(await status()).toMatchObject([{ state: 'up' }])
      expect((await enable({ detection_threshold: 9 })).status).toBe(204)
      expect(await status()).toEqual([{ ...session, state: 'up' }])
      expect((await disable('switch1')).status).toBe(204)
      expect(await status()).toHaveLength(1)
      expect((await disable()).status).toBe(204)
      expect((await disable()).status).toBe(204)
      expect(await status()).toEqual([])
      expect(world.errors).toEqual([])
    })

    test('refuses values outside the limits of the protocol', async () => {
      expect((await enable({ switch: 'left' })).body.message).toBe('Switch location must be switch0 or switch1')
      expect((await disable('left')).status).toBe(400)
      for (const more of [{ detection_threshold: 0 }, { required_rx: 0 }, { required_rx: 2 ** 32 }])
        expect((await enable(more)).body.error_code).toBe('InvalidValue')
      expect((await enable({ local: 'fd00::1' })).body.message).toContain('same address family')
      expect(await status()).toEqual([])
    })
  })
})
