// Hosts and databases of the network: what operators see of them, and which are issues. Through the API on every database.
import { beforeEach, describe, expect, test } from 'vitest'
import type { NetworkPart } from '#drivers/network.ts'
import { makeSimulatedNetwork } from '#drivers/simulated/network.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import { makeUser } from '../../testing/authz-world.ts'
import { makeCompute, until, type Compute } from '../../testing/compute.ts'
import { eachDatabase } from '../../testing/databases.ts'
import type { Person } from '../../testing/world.ts'

const part = (kind: NetworkPart['kind'], name: string, state: NetworkPart['state']): NetworkPart => ({
  kind,
  name,
  state,
  version: '23.03.1',
  address: kind === 'host' ? '10.0.0.1' : null,
})

eachDatabase((_name, open) => {
  describe('the parts of the network', () => {
    let world: Compute
    let parts: () => Promise<NetworkPart[]>
    beforeEach(async () => {
      const clock = testingClock()
      parts = async () => [
        part('database', 'southbound', 'up'),
        part('host', 'rack-2', 'up'),
        part('host', 'rack-1', 'up'),
      ]
      const network = { ...makeSimulatedNetwork({ clock }), parts: () => parts() }
      world = await makeCompute(await open(), { clock, network, networkKind: 'ovn' })
    })
    const issues = async (person: Person = world.admin) =>
      (await person.raw('GET', '/rackwright/issues')).body.items as object[]

    test('are listed, hosts first', async () => {
      expect(await world.ok('GET', '/rackwright/system/network')).toEqual({
        network: 'ovn',
        parts: [
          part('host', 'rack-1', 'up'),
          part('host', 'rack-2', 'up'),
          { ...part('database', 'southbound', 'up'), address: null },
        ],
      })
      expect(await world.ok('GET', '/rackwright/platform')).toMatchObject({ network: 'ovn' })
      expect(await world.ok('GET', '/rackwright/system/overview')).toMatchObject({ rack: { network: 'ovn' } })
      expect(await issues()).toEqual([])
    })

    test('are issues while they are down or lag, for operators', async () => {
      parts = async () => [
        part('host', 'rack-1', 'down'),
        part('host', 'rack-2', 'lagging'),
        part('database', 'northbound', 'down'),
      ]
      const { person } = await makeUser(world, 'recovery', 'member')
      expect(await issues(person)).toEqual([])
      expect(await issues()).toMatchObject([
        { kind: 'network_host_down', severity: 'error', target_name: 'rack-1' },
        { kind: 'network_database_down', severity: 'error', target_name: 'northbound' },
        { kind: 'network_lagging', severity: 'warning', target_name: 'rack-2' },
      ])
      const raised = async () => {
        const { items } = await world.ok('GET', '/rackwright/alerts')
        const classes = (items as { alert_class: string }[]).map((each) => each.alert_class).sort()
        return classes.length === 3 && classes
      }
      expect(await until(world, 'the alerts', raised, 1000)).toEqual([
        'network.database_down',
        'network.host_down',
        'network.lagging',
      ])
    })

    test('count as down while the network does not answer', async () => {
      parts = () => new Promise(() => undefined)
      let answer: object | undefined
      void world.ok('GET', '/rackwright/system/network').then((found) => (answer = found))
      expect(await until(world, 'an answer', async () => answer)).toMatchObject({
        parts: [{ kind: 'database', state: 'down', version: null }],
      })
    })
  })
})
