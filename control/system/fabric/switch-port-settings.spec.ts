// Port settings through the API, on every database: the whole structure, replacing, what they reserve, and every refusal.
import { beforeEach, describe, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import {
  block,
  link,
  makeFabricWorld,
  NETWORKING,
  peer,
  said,
  SETTINGS,
  withPeers,
  type FabricWorld,
} from '../../testing/fabric.ts'
import { bundleFiles } from '../support-bundle-contents.ts'

const onPhy0 = (...addresses: [string, string?][]) => ({
  addresses: {
    phy0: { addresses: addresses.map(([address, address_lot = 'infra']) => ({ address, address_lot })) },
  },
})

const linksOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`phy${n}`, link]))
const KEY = 'md5 key of the border router'

const whole = () => ({
  port_config: { geometry: 'qsfp28x2' },
  links: {
    phy0: { ...link, tx_eq: { main: 1, pre1: -2 }, lldp: { ...link.lldp, management_ip: '10.0.0.50' } },
    phy1: link,
  },
  interfaces: {
    phy0: { kind: { type: 'primary' }, v6_enabled: true },
    guest: { kind: { type: 'vlan', vid: 300 }, v6_enabled: false },
  },
  routes: { phy0: { routes: [{ dst: '0.0.0.0/0', gw: '10.0.0.98', vid: 7, rib_priority: 3 }] } },
  ...withPeers(peer('10.0.0.98', 'main', { md5_auth_key: KEY, remote_asn: 65099, local_pref: 20 })),
  ...onPhy0(['10.0.0.1/24']),
})
const withPeer = (more: Record<string, unknown>) => withPeers(peer('10.0.0.98', 'main', more))

eachDatabase((_name, open) => {
  describe('port settings', () => {
    let world: FabricWorld
    beforeEach(async () => {
      world = await makeFabricWorld(await open())
      await world.lot('infra', block('10.0.0.1', '10.0.0.99'))
      await world.announce('set')
      await world.bgp('main', 65001, 'set')
    })

    const view = (name: string) => world.get(`${SETTINGS}/${name}`)
    const remove = (query: string) => world.admin.raw('DELETE', `${SETTINGS}${query}`)
    const refused = async (more: Record<string, unknown>, name = 'bad') => {
      const { status, body } = await world.settings(name, more)
      return `${status} ${body.error_code} ${body.message}`
    }

    test('hold the whole structure', async () => {
      const made = await world.settings('uplink', whole())
      expect(made.status).toBe(201)
      const { id } = made.body.settings as { id: string }
      const config = (await world.get(`${NETWORKING}/bgp`)).body.items as { id: string }[]
      const of = { port_settings_id: id }
      const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
      const lldp = { ...link.lldp, id: uuid, chassis_id: null, link_description: null, system_description: null }
      const { lldp: _, ...plain } = link
      expect(made.body).toEqual({
        settings: {
          id,
          name: 'uplink',
          description: '',
          time_created: expect.any(String),
          time_modified: expect.any(String),
        },
        port: { ...of, geometry: 'qsfp28x2' },
        groups: [],
        links: [
          { ...of, ...plain, link_name: 'phy0', lldp_link_config_id: uuid, tx_eq_config_id: uuid },
          { ...of, ...plain, link_name: 'phy1', lldp_link_config_id: uuid, tx_eq_config_id: null },
        ],
        link_lldp: [
          { ...lldp, management_ip: '10.0.0.50/32' },
          { ...lldp, management_ip: null },
        ],
        tx_eq: [{ main: 1, pre1: -2, pre2: null, post1: null, post2: null }, null],
        interfaces: [
          { ...of, id: uuid, interface_name: 'phy0', kind: 'primary', v6_enabled: true },
          { ...of, id: uuid, interface_name: 'guest', kind: 'vlan', v6_enabled: false },
        ],
        vlan_interfaces: [{ interface_config_id: uuid, vlan_id: 300 }],
        routes: [{ ...of, interface_name: 'phy0', dst: '0.0.0.0/0', gw: '10.0.0.98/32', rib_priority: 3, vlan_id: 7 }],
        bgp_peers: [
          {
            ...peer('10.0.0.98', config[0]!.id, { md5_auth_key: KEY, remote_asn: 65099, local_pref: 20 }),
            min_ttl: null,
            multi_exit_discriminator: null,
            vlan_id: null,
          },
        ],
        addresses: [
          { ...of, interface_name: 'phy0', address: '10.0.0.1/24', address_lot_block_id: uuid, vlan_id: null },
        ],
      })
      expect((await view('uplink')).body).toEqual(made.body)
      expect((await view(id)).body).toEqual(made.body)
      await world.settings('second')
      expect((await world.get(SETTINGS)).body.items).toMatchObject([{ name: 'second' }, made.body.settings])
      expect((await world.get(`${SETTINGS}?port_settings=${id}`)).body.items).toEqual([made.body.settings])
      expect((await world.get(`${SETTINGS}?port_settings=absent`)).body.items).toEqual([])
      expect(world.errors).toEqual([])
    })

    test('created again, are replaced; unchanged parts keep their ids', async () => {
      const first = (await world.settings('uplink', whole())).body
      const again = await world.settings('uplink', { description: 'changed', links: { phy0: link } })
      expect(again.status).toBe(201)
      const ids = (body: typeof first) => [
        (body.settings as { id: string }).id,
        (body.link_lldp as { id: string }[])[0]!.id,
      ]
      expect(ids(again.body)).toEqual(ids(first))
      expect(again.body).toMatchObject({
        settings: { description: 'changed' },
        port: { geometry: 'qsfp28x1' },
        links: [{ link_name: 'phy0' }],
        interfaces: [],
        routes: [],
        bgp_peers: [],
        addresses: [],
      })
      expect((await view('uplink')).body).toEqual(again.body)
      expect((await world.settings('other', onPhy0(['10.0.0.1/24']))).status).toBe(201)
    })

    test('reserve their addresses until deleted', async () => {
      expect((await world.settings('uplink', onPhy0(['10.0.0.1/24'], ['10.0.0.2/24']))).status).toBe(201)
      expect(await refused(onPhy0(['10.0.0.2/32']))).toBe('400 InvalidRequest address unavailable')
      expect((await world.settings('uplink', onPhy0(['10.0.0.2/24']))).status).toBe(201)
      expect(await refused(onPhy0(['10.0.0.3/24'], ['10.0.0.3/25']))).toBe('400 InvalidRequest address unavailable')
      expect(await refused(onPhy0(['10.0.1.1/24']))).toBe('400 InvalidRequest address not in lot')
      expect(await refused(onPhy0(['10.0.0.3/24', 'absent']))).toBe('400 InvalidRequest AddressLot not found')
      const loopback = {
        address_lot: 'infra',
        rack_id: world.rack,
        switch_location: 'switch0',
        mask: 32,
        anycast: true,
      }
      const taken = await world.post(`${NETWORKING}/loopback-address`, { ...loopback, address: '10.0.0.2' })
      expect(taken.body.message).toBe('address unavailable')
      expect((await remove('?port_settings=uplink')).status).toBe(204)
      expect((await world.settings('other', onPhy0(['10.0.0.2/24']))).status).toBe(201)
    })

    test('refuse inconsistent parts', async () => {
      expect(await refused({ links: linksOf(2) })).toContain('a qsfp28x1 port can have 1 links at most')
      expect(await refused({ links: linksOf(5), port_config: { geometry: 'sfp28x4' } })).toContain('4 links at most')
      expect(await refused({ groups: ['absent'] })).toBe('400 InvalidRequest port settings group not found: absent')
      expect(await refused({ routes: { phy9: { routes: [] } } })).toContain('routes refers to "phy9"')
      expect(await refused({ addresses: { phy9: { addresses: [] } } })).toContain('addresses refers to "phy9"')
      expect(await refused({ bgp_peers: { phy9: { peers: [] } } })).toContain('bgp_peers refers to "phy9"')
      expect(await refused({ routes: { phy0: { routes: [{ dst: '::/0', gw: '10.0.0.1' }] } } })).toContain(
        'same address family',
      )
      expect(await refused({ interfaces: { guest: { kind: { type: 'vlan', vid: 4095 }, v6_enabled: false } } })).toBe(
        '400 InvalidValue unsupported value for "vid": it must be from 1 to 4094',
      )
      expect(
        await refused({ links: { phy0: { ...link, lldp: { enabled: true, system_name: 'x'.repeat(256) } } } }),
      ).toContain('unsupported value for "system_name"')
      expect((await world.get(SETTINGS)).body.items).toEqual([])
    })

    test('refuse invalid BGP peers', async () => {
      expect(await refused(withPeer({ bgp_config: 'absent' }))).toBe('400 InvalidRequest BGP config not found')
      expect(await refused(withPeer({ interface_name: 'phy1' }))).toContain('is listed under "phy0" but names "phy1"')
      expect(await refused(withPeers(peer('10.0.0.98', 'main'), peer('10.0.0.98', 'main')))).toContain('more than once')
      expect(await refused(withPeer({ vlan_id: 0 }))).toContain('400 InvalidValue unsupported value for "vlan_id"')
      const tooLong = await refused(withPeer({ md5_auth_key: 'k'.repeat(81) }))
      expect(tooLong).toContain('400 InvalidValue unsupported value for "md5_auth_key"')
      expect(tooLong).not.toContain('kkk')
      expect(await refused(withPeer({ md5_auth_key: 'tab\there' }))).toContain('printable ASCII')
      expect((await world.settings('good', withPeer({ md5_auth_key: 'k'.repeat(80) }))).status).toBe(201)
    })

    test('can be deleted by name or id, even while applied', async () => {
      await world.settings('uplink')
      await world.apply('uplink', 'qsfp0')
      expect(await said(remove(''))).toBe('400 name or id required')
      expect(await said(remove('?port_settings=absent'))).toBe('400 port settings not found')
      expect(await said(remove('?port_settings=uplink'))).toBe('204')
      expect((await view('uplink')).body.message).toBe('not found: switch-port-settings with name "uplink"')
      const ports = await world.host.db.read.selectFrom('switch_port').select('port_settings_id').execute()
      expect(ports.filter(({ port_settings_id }) => port_settings_id)).toEqual([])
    })

    test('their MD5 keys are in no event and no support bundle', async () => {
      await world.settings('uplink', withPeers(peer('10.0.0.98', 'main', { md5_auth_key: KEY })))
      await refused(withPeers(peer('10.0.0.98', 'absent', { md5_auth_key: KEY })))
      const events = await world.host.db.read.selectFrom('event').selectAll().execute()
      expect(events.filter(({ operation }) => operation === 'networking_switch_port_settings_create')).toHaveLength(2)
      expect(JSON.stringify(events)).not.toContain(KEY)
      const bundle = { id: 'b', state: 'collecting', reason_for_creation: '', reason_for_failure: null, size: null }
      const row = { ...bundle, attempts: 0, time_created: '' }
      let text = ''
      for await (const { name, pieces } of bundleFiles(world.host, row as never)) {
        text += name
        for await (const piece of pieces) text += piece
      }
      expect(text).toContain('switch_port_settings_bgp_peer')
      expect(text).not.toContain(KEY)
    })
  })
})
