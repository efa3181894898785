// BGP sessions that are down, as issues: through the API on every database.
import { beforeEach, describe, expect, test } from 'vitest'
import { makeUser } from '../../testing/authz-world.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { link, makeFabricWorld, peer, withPeers, type FabricWorld } from '../../testing/fabric.ts'
import type { Person } from '../../testing/world.ts'
import { BGP_GRACE_MS } from './fabric.ts'

eachDatabase((_name, open) => {
  describe('BGP sessions as issues', () => {
    let world: FabricWorld
    const issues = async (person: Person = world.admin) =>
      ((await person.raw('GET', '/rackwright/issues')).body.items as { kind: string }[]).filter(
        ({ kind }) => kind !== 'no_default_pool',
      )

    async function apply(speed: string) {
      const links = { phy0: { ...link, speed } }
      await world.settings('uplink', { links, ...withPeers(peer('10.0.0.1', 'main')) })
      await world.apply('uplink', 'qsfp0', 'switch1')
      await world.settle()
    }

    beforeEach(async () => {
      world = await makeFabricWorld(await open())
      await world.announce('set')
      await world.bgp('main', 65001, 'set')
    })

    test('one that stays down is an issue until it is established or cleared', async () => {
      const since = world.clock.now().toISOString()
      await apply('speed0_g')
      await world.settle(BGP_GRACE_MS - 1)
      expect(await issues()).toEqual([])
      await world.settle(1)
      expect(await issues()).toMatchObject([
        { kind: 'bgp_session_down', severity: 'error', since, target_id: null, target_name: '10.0.0.1 on switch1' },
      ])
      await world.port('qsfp0', 'switch1', 'settings', 'DELETE')
      await world.settle()
      expect(await issues()).toEqual([])
    })

    test('an established session is not an issue', async () => {
      await apply('speed100_g')
      await world.settle(2 * BGP_GRACE_MS)
      expect(await issues()).toEqual([])
    })

    test('only operators see them', async () => {
      await apply('speed0_g')
      await world.settle(BGP_GRACE_MS)
      const { person } = await makeUser(world, 'recovery', 'member')
      expect(await issues(person)).toEqual([])
      expect(await issues()).toHaveLength(1)
    })
  })
})
