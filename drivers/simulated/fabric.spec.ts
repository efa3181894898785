// The simulated switches: what they report follows from the configuration and from time, and nothing else.
import { expect, test } from 'vitest'
import type { LinkSpec, PeerSpec, PortSpec, SwitchAt } from '../fabric.ts'
import { makeSimulatedFabric } from './fabric.ts'
import { testingClock } from '../testing-clock.ts'

const at: SwitchAt = { rack_id: 'rack', location: 'switch0' }
const other: SwitchAt = { rack_id: 'rack', location: 'switch1' }

const lldp = {
  enabled: true,
  chassis_id: null,
  link_name: null,
  link_description: null,
  system_name: null,
  system_description: null,
  management_ip: null,
}
const link = (link_name: string, more: Partial<LinkSpec> = {}): LinkSpec => ({
  link_name,
  autoneg: false,
  fec: null,
  mtu: 1500,
  speed: 'speed100_g',
  tx_eq: null,
  lldp,
  ...more,
})
const peer = (addr: string, more: Partial<PeerSpec> = {}): PeerSpec => ({
  addr,
  interface_name: 'phy0',
  vlan_id: null,
  local_asn: 65001,
  remote_asn: null,
  hold_time: 6,
  keepalive: 2,
  connect_retry: 3,
  delay_open: 0,
  idle_hold_time: 3,
  enforce_first_as: false,
  communities: [],
  local_pref: null,
  min_ttl: null,
  multi_exit_discriminator: null,
  md5_auth_key: null,
  exports: ['198.51.100.0/24'],
  imports: null,
  ...more,
})
const port = (more: Partial<PortSpec> = {}): PortSpec => ({
  port_name: 'qsfp0',
  geometry: 'qsfp28x1',
  links: [link('phy0')],
  addresses: [],
  interfaces: [],
  routes: [],
  peers: [],
  ...more,
})
const spec = (...ports: PortSpec[]) => ({ ports, loopbacks: [], bfd: [] })

function setUp() {
  const clock = testingClock()
  return { clock, fabric: makeSimulatedFabric({ clock }) }
}

test('a switch without configuration reports nothing', async () => {
  const { fabric } = setUp()
  expect(await fabric.links(at, 'qsfp0')).toEqual([])
  expect(await fabric.lldpNeighbors(at, 'qsfp0')).toEqual([])
  expect(await fabric.bgpSessions(at)).toEqual([])
  expect(await fabric.bfdSessions(at)).toEqual([])
})

test('repeating a configuration keeps everything up; changing a link takes it down', async () => {
  const { clock, fabric } = setUp()
  await fabric.configure(at, spec(port({ peers: [peer('10.0.0.1')] })))
  await clock.advance(10_000)
  const before = await fabric.links(at, 'qsfp0')
  expect(before).toMatchObject([{ state: 'up' }])
  await fabric.configure(at, spec(port({ peers: [peer('10.0.0.1')] })))
  expect(await fabric.links(at, 'qsfp0')).toEqual(before)
  expect(await fabric.bgpSessions(at)).toMatchObject([{ state: 'established' }])
  await fabric.configure(at, spec(port({ links: [link('phy0', { mtu: 9000 })], peers: [peer('10.0.0.1')] })))
  expect(await fabric.links(at, 'qsfp0')).toMatchObject([{ state: 'down', mtu: 9000 }])
  expect(await fabric.bgpSessions(at)).toMatchObject([{ state: 'idle', exported: [], imported: [], history: [] }])
})

test('switches are configured apart', async () => {
  const { clock, fabric } = setUp()
  await fabric.configure(at, spec(port()))
  await fabric.configure(other, spec(port({ port_name: 'qsfp1' })))
  await clock.advance(10_000)
  expect(await fabric.links(at, 'qsfp1')).toEqual([])
  expect(await fabric.links(other, 'qsfp1')).toHaveLength(1)
})

test('a neighbor is forgotten when LLDP is disabled, and new when it is enabled again', async () => {
  const { clock, fabric } = setUp()
  const [on, off] = [spec(port()), spec(port({ links: [link('phy0', { lldp: { ...lldp, enabled: false } })] }))]
  await fabric.configure(at, on)
  await clock.advance(10_000)
  const [first] = await fabric.lldpNeighbors(at, 'qsfp0')
  await fabric.configure(at, off)
  expect(await fabric.lldpNeighbors(at, 'qsfp0')).toEqual([])
  await fabric.configure(at, on)
  const [again] = await fabric.lldpNeighbors(at, 'qsfp0')
  expect(again!.first_seen > first!.first_seen).toBe(true)
  expect(await fabric.links(at, 'qsfp0')).toMatchObject([{ state: 'up' }])
})

test('the history holds the handshake and the latest keepalives, in order and bounded', async () => {
  const { clock, fabric } = setUp()
  await fabric.configure(at, spec(port({ peers: [peer('10.0.0.1')] })))
  await clock.advance(3_600_000)
  const [{ history, imported }] = (await fabric.bgpSessions(at)) as [Awaited<ReturnType<typeof fabric.bgpSessions>>[0]]
  expect(imported).toEqual([{ id: 1, prefix: '0.0.0.0/0', nexthop: '10.0.0.1' }])
  expect(history.slice(0, 6).map(({ direction, message }) => `${direction} ${message.type}`)).toEqual([
    'sent open',
    'received open',
    'sent keepalive',
    'received keepalive',
    'sent update',
    'received update',
  ])
  expect(history.length).toBeLessThan(30)
  const times = history.map(({ time }) => time)
  expect(times).toEqual(times.toSorted())
  expect(Date.parse(times.at(-1)!)).toBeGreaterThan(clock.now().getTime() - 2001)
})

test('an IPv6 peer offers no IPv4 routes', async () => {
  const { clock, fabric } = setUp()
  await fabric.configure(at, spec(port({ peers: [peer('fd00::1')] })))
  await clock.advance(10_000)
  expect(await fabric.bgpSessions(at)).toMatchObject([{ state: 'established', imported: [] }])
})
