// Converting port settings between the API and the form.
import { expect, test } from 'vitest'
import { camelize } from '#contract/camel.ts'
import { bodyOf, jsonOf, newParts, parseJson, partsOf, partsOfJson } from './settings-values.ts'

const names = { lots: new Map([['block', 'infra']]), configs: new Map([['config-id', 'main']]) }

const view = camelize({
  settings: { id: 's', name: 'uplink', description: '', time_created: '', time_modified: '' },
  port: { port_settings_id: 's', geometry: 'qsfp28x2' },
  groups: [],
  links: [
    { link_name: 'phy0', autoneg: false, mtu: 9000, speed: 'speed100_g', fec: 'rs', lldp_link_config_id: 'l0' },
    { link_name: 'phy1', autoneg: true, mtu: 1500, speed: 'speed40_g', fec: null, lldp_link_config_id: 'l1' },
  ],
  link_lldp: [
    { id: 'l1', enabled: false, system_name: null, management_ip: null },
    { id: 'l0', enabled: true, system_name: 'rack', management_ip: '10.0.0.9/32' },
  ],
  tx_eq: [{ main: 1 }, null],
  interfaces: [{ id: 'i', interface_name: 'guest', kind: 'vlan', v6_enabled: true, port_settings_id: 's' }],
  vlan_interfaces: [{ interface_config_id: 'i', vlan_id: 7 }],
  routes: [{ interface_name: 'phy0', dst: '0.0.0.0/0', gw: '10.0.0.1/32', rib_priority: 3, vlan_id: 7 }],
  bgp_peers: [{ addr: '10.0.0.2', interface_name: 'phy1', bgp_config: 'config-id', hold_time: 6 }],
  addresses: [{ interface_name: 'phy0', address: '10.0.0.3/24', address_lot_block_id: 'block', vlan_id: null }],
}) as Parameters<typeof partsOf>[0]

test('a response converts to a request', () => {
  expect(bodyOf(partsOf(view, names))).toEqual({
    portConfig: { geometry: 'qsfp28x2' },
    groups: [],
    links: {
      phy0: {
        autoneg: false,
        mtu: 9000,
        speed: 'speed100_g',
        fec: 'rs',
        lldp: { enabled: true, systemName: 'rack', managementIp: '10.0.0.9' },
        txEq: { main: 1 },
      },
      phy1: {
        autoneg: true,
        mtu: 1500,
        speed: 'speed40_g',
        fec: null,
        lldp: { enabled: false, systemName: null },
        txEq: null,
      },
    },
    interfaces: { guest: { kind: { type: 'vlan', vid: 7 }, v6Enabled: true } },
    addresses: { phy0: { addresses: [{ address: '10.0.0.3/24', addressLot: 'infra', vlanId: null }] } },
    routes: { phy0: { routes: [{ dst: '0.0.0.0/0', gw: '10.0.0.1', ribPriority: 3, vid: 7 }] } },
    bgpPeers: {
      phy1: { peers: [{ addr: '10.0.0.2', interfaceName: 'phy1', bgpConfig: 'main', holdTime: 6 }] },
    },
  })
})

test('JSON and back loses nothing', () => {
  for (const parts of [newParts, partsOf(view, names)]) expect(partsOfJson(jsonOf(parts))).toEqual(parts)
})

test('link names keep their spelling', () => {
  const parts = { ...newParts, links: [{ ...newParts.links[0]!, linkName: 'phy_a' }] }
  expect(partsOfJson(jsonOf(parts))).toEqual(parts)
})

test.each([
  ['{', /^Not valid JSON/],
  ['[]', /^Must be an object/],
  ['{}', /^links must be an object/],
  [jsonOf(newParts).replace('phy0', 'phyA'), /^links: phyA must not mix/],
])('%s is refused', (text, problem) => {
  expect(parseJson(text)).toMatch(problem)
  expect(partsOfJson(text)).toMatch(problem)
})

const change = (fields: object) => JSON.stringify({ ...(JSON.parse(jsonOf(newParts)) as object), ...fields })

test('JSON that the fields cannot show says so', () => {
  expect(partsOfJson(change({ port_config: { geometry: 'odd' } }))).toMatch(/^port_config.geometry must be/)
  expect(partsOfJson(change({ routes: { phy0: {} } }))).toMatch(/^Some parts are missing/)
  expect(partsOfJson(change({ port_config: undefined }))).toMatch(/^Some parts are missing/)
})
