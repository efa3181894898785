// What the switches report about BGP, through the API, on every database: consistent with the configuration.
import { beforeEach, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { block, link, makeFabricWorld, NETWORKING, peer, withPeers, type FabricWorld } from '../../testing/fabric.ts'

const only = (...value: string[]) => ({ type: 'allow', value })

interface Session {
  addr: string
  state: string
  state_duration_millis: number
}

eachDatabase((_name, open) => {
  describe('BGP', () => {
    let world: FabricWorld
    const ask = async <T>(path: string) => (await world.get(`${NETWORKING}/${path}`)).body as unknown as T
    const announcement = ['198.51.100.0/25', '198.51.100.128/25', 'fd00::/120'].map((network) => ({
      address_lot_block: 'public',
      network,
    }))
    const sessions = () => ask<Session[]>('bgp-status')
    const exported = async () => (await ask<{ exports: Record<string, string[]> }>('bgp-exported')).exports
    const imported = (asn = 65001) => ask<object[]>(`bgp-routes-ipv4?asn=${asn}`)
    const histories = async (asn = 65001) =>
      (
        await ask<{ switch_histories: { switch: string; history: Record<string, Record<string, object[]>> }[] }>(
          `bgp-message-history?asn=${asn}`,
        )
      ).switch_histories

    async function apply(...peers: object[]) {
      await world.settings('uplink', withPeers(...peers))
      await world.apply('uplink', 'qsfp0', 'switch1')
      await world.settle()
    }

    beforeEach(async () => {
      world = await makeFabricWorld(await open())
      await world.lot('public', block('198.51.100.0', '198.51.100.255'), block('fd00::', 'fd00::ffff'))
      await world.announce('set', ...announcement)
      await world.bgp('main', 65001, 'set')
    })

    test('nothing to report before settings with peers are applied', async () => {
      await world.settings('uplink', withPeers(peer('10.0.0.1', 'main')))
      await world.settle(60_000)
      expect([await sessions(), await exported(), await imported(), await histories()]).toEqual([[], {}, [], []])
    })

    test('a session establishes, and then routes are exchanged', async () => {
      await apply(peer('10.0.0.1', 'main', { remote_asn: 65099 }))
      const facts = { addr: '10.0.0.1', local_asn: 65001, remote_asn: 65099, switch: 'switch1' }
      expect(await sessions()).toEqual([{ ...facts, state: 'idle', state_duration_millis: 0 }])
      expect([await exported(), await imported()]).toEqual([{}, []])
      const seen = new Set<string>()
      for (let second = 0; second < 10; second++) {
        seen.add((await sessions())[0]!.state)
        await world.settle(1000)
      }
      expect([...seen]).toEqual(['idle', 'connect', 'open_sent', 'open_confirm', 'established'])
      expect(await exported()).toEqual({ '10.0.0.1': ['198.51.100.0/25', '198.51.100.128/25'] })
      const route = { prefix: '0.0.0.0/0', nexthop: '10.0.0.1', id: 1, switch: 'switch1' }
      expect(await imported()).toEqual([route])
      expect(await imported(65002)).toEqual([])
      const [{ switch: location, history }] = (await histories()) as [Awaited<ReturnType<typeof histories>>[0]]
      expect(location).toBe('switch1')
      expect(Object.keys(history)).toEqual(['10.0.0.1'])
      const { received = [], sent = [], ...others } = history['10.0.0.1']!
      expect(others).toEqual({})
      const time = expect.any(String)
      expect(received[0]).toEqual({ time, message: expect.objectContaining({ type: 'open', asn: 65099 }) })
      expect(sent[0]).toEqual({ time, message: expect.objectContaining({ type: 'open', asn: 65001 }) })
      expect(sent.at(-1)).toMatchObject({ message: { type: 'keepalive' } })
      expect(await histories(65002)).toEqual([])
      const { state_duration_millis } = (await sessions())[0]!
      await world.settle(500)
      expect((await sessions())[0]!.state_duration_millis).toBe(state_duration_millis + 500)
    })

    test('what is announced and allowed can change while the session stays up', async () => {
      await apply(peer('10.0.0.1', 'main'))
      await world.settle(10_000)
      await world.announce('set', announcement[0]!)
      await world.settle()
      expect(await sessions()).toMatchObject([{ state: 'established' }])
      expect(await exported()).toEqual({ '10.0.0.1': ['198.51.100.0/25'] })
      await world.announce('set', ...announcement)
      await apply(
        peer('10.0.0.1', 'main', { allowed_export: only('198.51.100.128/25'), allowed_import: only('10.0.0.0/8') }),
      )
      expect(await sessions()).toMatchObject([{ state: 'established' }])
      expect([await exported(), await imported()]).toEqual([{ '10.0.0.1': ['198.51.100.128/25'] }, []])
    })

    test('a changed peer starts again; a cleared port ends its sessions', async () => {
      await apply(peer('10.0.0.1', 'main'))
      await world.settle(10_000)
      await apply(peer('10.0.0.1', 'main', { hold_time: 9 }))
      expect(await sessions()).toMatchObject([{ state: 'connect' }])
      await world.port('qsfp0', 'switch1', 'settings', 'DELETE')
      await world.settle()
      expect(await sessions()).toEqual([])
    })

    test('a link that stays down keeps the session idle', async () => {
      const links = { phy0: { ...link, speed: 'speed0_g' } }
      await world.settings('uplink', { links, ...withPeers(peer('10.0.0.1', 'main')) })
      await world.apply('uplink', 'qsfp0')
      await world.settle(60_000)
      expect(await sessions()).toMatchObject([{ state: 'idle', state_duration_millis: 60_000 }])
    })
  })
})
