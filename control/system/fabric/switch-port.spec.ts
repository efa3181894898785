// Switch ports through the API, on every database: applying and clearing settings, and the status of links.
import { beforeEach, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { makeFabricWorld, NETWORKING, peer, said, withPeers, type FabricWorld } from '../../testing/fabric.ts'
import { registerHardware } from '../inventory.ts'

const PORTS = '/v1/system/hardware/switch-port'
const ABSENT = '00000000-0000-4000-8000-000000000000'

interface Port {
  id: string
  port_name: string
  rack_id: string
  switch_location: string
  port_settings_id: string | null
}

eachDatabase((_name, open) => {
  describe('switch ports', () => {
    let world: FabricWorld
    beforeEach(async () => {
      world = await makeFabricWorld(await open())
    })

    const ports = async () => (await world.get(`${PORTS}?limit=100`)).body.items as Port[]
    const portOf = async (name: string, location = 'switch0') =>
      (await ports()).find((port) => port.port_name === name && port.switch_location === location)!
    const clear = (port: string, location = 'switch0') => world.port(port, location, 'settings', 'DELETE')

    test('32 on each switch, and the same after a restart', async () => {
      const all = await ports()
      const names = Array.from({ length: 32 }, (_, n) => `qsfp${n}`)
      for (const location of ['switch0', 'switch1']) {
        const own = all.filter((port) => port.switch_location === location)
        expect(new Set(own.map((port) => port.port_name))).toEqual(new Set(names))
        expect(own).toHaveLength(32)
      }
      expect(all[0]).toEqual({
        id: expect.any(String),
        port_name: expect.any(String),
        rack_id: world.rack,
        switch_location: expect.any(String),
        port_settings_id: null,
      })
      await registerHardware(world.host)
      expect(await ports()).toEqual(all)
    })

    test('settings are applied and cleared', async () => {
      const made = (await world.settings('uplink')).body.settings as { id: string }
      expect((await world.apply('uplink', 'qsfp0')).status).toBe(204)
      expect((await world.apply(made.id, 'qsfp0', 'switch1')).status).toBe(204)
      expect((await portOf('qsfp0')).port_settings_id).toBe(made.id)
      expect((await portOf('qsfp0', 'switch1')).port_settings_id).toBe(made.id)
      expect((await clear('qsfp0')).status).toBe(204)
      expect((await clear('qsfp0')).status).toBe(204)
      expect((await portOf('qsfp0')).port_settings_id).toBeNull()
      expect((await portOf('qsfp0', 'switch1')).port_settings_id).toBe(made.id)
    })

    test('refuse ports, switches and settings that do not exist', async () => {
      await world.settings('uplink')
      expect(await said(world.apply('uplink', 'qsfp32'))).toBe('404 not found: switch-port with name "qsfp32"')
      expect(await said(clear('qsfp32'))).toBe('404 not found: switch-port with name "qsfp32"')
      expect(await said(world.apply('uplink', 'qsfp0', 'switch2'))).toBe(
        '400 Switch location must be switch0 or switch1',
      )
      expect(await said(world.apply('absent', 'qsfp0'))).toBe('404 not found: switch-port-settings with name "absent"')
      const elsewhere = `${PORTS}/qsfp0/settings?rack_id=${ABSENT}&switch_location=switch0`
      expect(await said(world.admin.raw('DELETE', elsewhere))).toBe('404 not found: switch-port with name "qsfp0"')
    })

    test('one ASN per switch, even when applied settings change', async () => {
      await world.announce('set')
      await world.bgp('one', 65001, 'set')
      await world.bgp('two', 65002, 'set')
      await world.settings('first', withPeers(peer('10.0.0.1', 'one')))
      await world.settings('same', withPeers(peer('10.0.0.2', 'one')))
      await world.settings('other', withPeers(peer('10.0.0.3', 'two')))
      await world.apply('first', 'qsfp0')
      expect((await world.apply('same', 'qsfp1')).status).toBe(204)
      const refusal = '409 BGP peers on switch0 must have the same ASN, not 65001, 65002'
      expect(await said(world.apply('other', 'qsfp2'))).toBe(refusal)
      expect((await portOf('qsfp2')).port_settings_id).toBeNull()
      expect((await world.apply('other', 'qsfp2', 'switch1')).status).toBe(204)
      expect(await said(world.settings('same', withPeers(peer('10.0.0.2', 'two'))))).toBe(refusal)
      const kept = await world.get(`${NETWORKING}/switch-port-settings/same`)
      expect(kept.body.bgp_peers).toMatchObject([{ addr: '10.0.0.2' }])
      await clear('qsfp0')
      expect((await world.settings('same', withPeers(peer('10.0.0.2', 'two')))).status).toBe(201)
    })

    test('links come up once their settings are applied', async () => {
      const status = () => world.port('qsfp0', 'switch0', 'status')
      await world.settings('uplink')
      expect((await status()).body).toEqual({ port_name: 'qsfp0', switch_location: 'switch0', links: [] })
      await world.apply('uplink', 'qsfp0')
      await world.settle()
      expect((await status()).body.links).toMatchObject([{ link_name: 'phy0', state: 'down', speed: 'speed100_g' }])
      await world.settle(5000)
      expect((await status()).body.links).toMatchObject([{ state: 'up', mtu: 9000, fec: 'rs', autoneg: false }])
      await clear('qsfp0')
      await world.settle()
      expect((await status()).body.links).toEqual([])
    })

    test('status names what is wrong with the port or the switch', async () => {
      expect(await said(world.port('rear0', 'switch0', 'status'))).toBe('400 invalid port name: rear0')
      expect(await said(world.port('qsfp0', 'left', 'status'))).toBe('400 invalid switch name left')
    })
  })
})
