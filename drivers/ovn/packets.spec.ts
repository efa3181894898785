// What the rows mean, shown with packets: three hosts, an outside, and namespaces as guests. Open vSwitch looks at what it has decided for
// earlier packets a moment after a change, so a test that follows a change may have to look twice. The packets of firewall rules are elsewhere.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Network, NetworkRoute } from '../network.ts'
import type { Schema } from './link.ts'
import { HOSTS, openOn, OUTSIDE, plug, TestVpc } from './testing-vpc.ts'
import type { Guest } from './testing/guest.ts'
import { OUTSIDE_IP, startRig, type Rig } from './testing/rig.ts'
import { needing } from '../../scripts/needs.mjs'

/** Beyond the next hop. */
const INTERNET = '192.0.2.1'
const [SHARED, FLOATING, OTHER_SHARED] = ['203.0.113.10', '203.0.113.20', '203.0.113.30']

/** OVN 23.03 of Debian 12 cannot: docs/security.md says so. */
function ownsNames(): boolean {
  const { tables } = JSON.parse(readFileSync('/usr/share/ovn/ovn-nb.ovsschema', 'utf8')) as Schema
  return tables.DNS!.columns.options !== undefined
}

/** The name and the number of the type. */
function questionIn(packet: Buffer): string {
  const labels: string[] = []
  let at = 12
  for (; packet[at]; at += 1 + packet[at]!) labels.push(packet.toString('latin1', at + 1, at + 1 + packet[at]!))
  return packet.length < at + 3 ? '' : `${labels.join('.')} ${packet.readUInt16BE(at + 1)}`
}

describe('packets', needing('networks'), () => {
  let rig: Rig
  let network: Network
  const vpc = new TestVpc(1, ['172.30.0', '172.30.4'])
  const [near, far] = vpc.network.subnets as [(typeof vpc.network.subnets)[0], (typeof vpc.network.subnets)[0]]
  const web = vpc.machine('web', 5)
  const db = vpc.machine('db', 6)
  const log = vpc.machine('log', 7, far)
  for (const nic of [web, db, log]) vpc.external('snat', SHARED, nic)
  const other = new TestVpc(2)
  const twin = other.machine('twin', 5)
  other.external('snat', OTHER_SHARED, twin)
  let guests: Record<'web' | 'db' | 'log' | 'twin', Guest>

  const { routers, routes } = vpc.network

  beforeAll(async () => {
    rig = await startRig(HOSTS)
    network = await openOn(rig)
    await network.apply(vpc.network)
    await network.apply(other.network)
    await rig.outside.namespace.ip('address', 'add', `${INTERNET}/32`, 'dev', 'lo')
    guests = {
      web: await plug(rig, 'host-1', web),
      db: await plug(rig, 'host-2', db),
      log: await plug(rig, 'host-2', log),
      twin: await plug(rig, 'host-1', twin),
    }
    for (const guest of [...Object.values(guests), rig.outside]) await guest.serve('TCP', 80)
    await rig.nbctl('--wait=hv', 'sync')
    await vi.waitUntil(() => guests.web.ping(INTERNET), { timeout: 20_000 })
  })
  afterAll(async () => {
    await network?.close()
    await rig?.remove()
  })

  test('within a subnet, between hosts', async () => {
    await expect.poll(() => guests.web.ask('TCP', db.ip, 80)).toBe(`${db.id} ${web.ip}`)
    await expect.poll(() => guests.web.ping(db.ip)).toBe(true)
  })

  test('across the router, in both directions', async () => {
    await expect.poll(() => guests.web.ask('TCP', log.ip, 80)).toBe(`${log.id} ${web.ip}`)
    await expect.poll(() => guests.log.ask('TCP', web.ip, 80)).toBe(`${web.id} ${log.ip}`)
  })

  test('VPCs with the same addresses do not see each other', async () => {
    expect(twin.ip).toBe(web.ip)
    await expect.poll(() => guests.db.ask('TCP', web.ip, 80)).toBe(`${web.id} ${db.ip}`)
    const pings = () => Promise.all([db, log].map(({ ip }) => guests.twin.ping(ip)))
    await expect.poll(pings).toEqual([false, false])
  })

  test('out through the shared address, which several machines use at once', async () => {
    const asked = [guests.web, guests.db, guests.log].map((guest) => guest.ask('TCP', INTERNET, 80))
    expect(await Promise.all(asked)).toEqual(Array(3).fill(`outside ${SHARED}`))
    await expect.poll(() => guests.twin.ask('TCP', INTERNET, 80)).toBe(`outside ${OTHER_SHARED}`)
    await expect.poll(() => guests.db.ask('TCP', OUTSIDE_IP, 80)).toBe(`outside ${SHARED}`)
    const pings = [guests.web, guests.db, guests.log].map((guest) => guest.ping(INTERNET))
    expect(await Promise.all(pings)).toEqual([true, true, true])
  })

  test('nobody outside reaches a private address', async () => {
    const { namespace } = rig.outside
    await namespace.ip('route', 'add', '172.30.0.0/16', 'via', SHARED)
    const answers = await Promise.all([rig.outside.ping(web.ip), rig.outside.ask('TCP', web.ip, 80)])
    expect(answers).toEqual([false, undefined])
    await namespace.ip('route', 'delete', '172.30.0.0/16')
  })

  test('in through a floating IP, and at another machine within a second of its attach', async () => {
    vpc.external('floating', FLOATING, web, 'entry')
    await network.apply(vpc.network)
    await expect.poll(() => rig.outside.ask('TCP', FLOATING, 80)).toBe(`${web.id} ${OUTSIDE_IP}`)
    await expect.poll(() => guests.web.ask('TCP', INTERNET, 80)).toBe(`outside ${FLOATING}`)
    await expect.poll(() => guests.twin.ask('TCP', FLOATING, 80)).toBe(`${web.id} ${OTHER_SHARED}`)
    await expect.poll(() => guests.db.ask('TCP', FLOATING, 80)).toBe(`${web.id} ${SHARED}`)

    const external_ips = vpc.network.external_ips.map((one) =>
      one.kind === 'floating' ? { ...one, instance_id: db.instance_id } : one,
    )
    const begun = Date.now()
    await network.apply(vpc.change({ external_ips }))
    await expect.poll(() => rig.outside.ask('TCP', FLOATING, 80), { interval: 20 }).toBe(`${db.id} ${OUTSIDE_IP}`)
    expect(Date.now() - begun).toBeLessThan(1000)
    await expect.poll(() => rig.outside.ping(FLOATING)).toBe(true)
    await expect.poll(() => guests.web.ask('TCP', INTERNET, 80)).toBe(`outside ${SHARED}`)
  })

  test('a floating IP moves to a machine of another VPC', async () => {
    await network.apply(vpc.change({ external_ips: vpc.network.external_ips.filter(({ kind }) => kind === 'snat') }))
    other.external('floating', FLOATING, twin, 'entry')
    await network.apply(other.network)
    await expect.poll(() => rig.outside.ask('TCP', FLOATING, 80)).toBe(`${twin.id} ${OUTSIDE_IP}`)
  })

  test('addresses, names and MTU by DHCP', async () => {
    const lease = await guests.web.dhcp()
    expect(lease).toMatchObject({
      ip: web.ip,
      mask: '24',
      router: near.gateway_ip,
      dns: OUTSIDE_IP,
      mtu: '1400',
      hostname: 'web',
      domain: 'vpc-1',
    })
  })

  test('names of the VPC', async () => {
    expect(await guests.web.resolve('db.vpc-1', OUTSIDE_IP)).toEqual([db.ip])
    expect(await guests.log.resolve('web.vpc-1', near.gateway_ip)).toEqual([web.ip])
    expect(await guests.twin.resolve('db.vpc-1', OUTSIDE_IP)).toEqual([])
    // others are asked outside
    const asked = rig.outside.serve('UDP', 53)
    await asked
    await expect.poll(() => guests.web.ask('UDP', OUTSIDE_IP, 53)).toBe(`outside ${SHARED}`)
  })

  test('no question for a name of the VPC leaves it, as far as OVN can keep it', async () => {
    const asked = [
      ['db.vpc-1', 'a'],
      ['db.vpc-1', 'aaaa'],
      ['DB.VPC-1', 'aaaa'],
      ['elsewhere.example', 'aaaa'],
    ] as const
    for (const [name, type] of asked) await guests.web.resolve(name, OUTSIDE_IP, type)
    const left = (await rig.outside.heard()).map(questionIn).filter((question) => question.includes('.'))
    expect(new Set(left)).toEqual(
      new Set(['elsewhere.example 28', ...(ownsNames() ? [] : ['db.vpc-1 28', 'DB.VPC-1 28'])]),
    )
  })

  test('nobody sends from an address that is not theirs', async () => {
    const spoofed = '172.30.0.66'
    await guests.web.namespace.ip('address', 'add', `${spoofed}/24`, 'dev', 'eth0')
    const from = (address: string) =>
      guests.web.namespace.attempt('busybox', 'ping', '-c', '1', '-W', '1', '-I', address, db.ip)
    expect((await from(web.ip)).code).toBe(0)
    expect((await from(spoofed)).code).not.toBe(0)
    await guests.web.namespace.ip('address', 'delete', `${spoofed}/24`, 'dev', 'eth0')
  })

  describe('custom routes', () => {
    const custom = { id: vpc.id(), name: 'custom', vpc_id: vpc.network.id, kind: 'custom' as const }
    const route = (name: string, prefix: string, hop: NetworkRoute['hop']): NetworkRoute => ({
      id: vpc.id(),
      name,
      vpc_router_id: custom.id,
      prefixes: [prefix],
      hop,
    })
    /** Applies routes for the first subnet. */
    const applyRoutes = (...more: NetworkRoute[]) =>
      network.apply(
        vpc.change({
          routers: [...routers, custom],
          routes: [...routes, ...more],
          subnets: [{ ...near, custom_router_id: custom.id }, far],
        }),
      )
    afterAll(() => network.apply(vpc.change({ routers, routes, subnets: [near, far] })))

    test('drop, also of what the system router would deliver', async () => {
      await applyRoutes(route('no-logs', far.ipv4_block, { type: 'drop' }))
      await expect.poll(() => guests.web.ping(log.ip)).toBe(false)
      await expect.poll(() => guests.web.ping(INTERNET)).toBe(true)
      await expect.poll(() => guests.log.ping(INTERNET)).toBe(true)
      await applyRoutes(route('no-internet', '0.0.0.0/0', { type: 'drop' }))
      await expect.poll(() => guests.web.ping(INTERNET)).toBe(false)
      await expect.poll(() => guests.web.ping(log.ip)).toBe(true)
      await expect.poll(() => guests.log.ping(INTERNET)).toBe(true)
    })

    test('the longest prefix wins, and the first by name among equals', async () => {
      const gateway = { type: 'gateway' as const, gateway_id: vpc.network.gateways[0]!.id }
      await applyRoutes(
        route('b', '192.0.2.0/24', gateway),
        route('a', '192.0.2.0/24', { type: 'drop' }),
        route('c', '203.0.113.0/24', { type: 'drop' }),
        route('d', `${OUTSIDE_IP}/32`, gateway),
      )
      await expect.poll(() => guests.web.ping(INTERNET)).toBe(false)
      await expect.poll(() => guests.web.ping(OUTSIDE_IP)).toBe(true)
    })

    test('through a machine that forwards, if its transit IPs say so', async () => {
      const remote = '10.77.0.0/24'
      const hop = { type: 'interface' as const, interface_id: log.id }
      await guests.log.namespace.ip('address', 'add', '10.77.0.1/24', 'dev', 'lo')
      await applyRoutes(route('tunnel', remote, hop))
      await expect.poll(() => guests.web.ping('10.77.0.1')).toBe(false)
      const withTransit = (transit_ips: string[]) =>
        vpc.network.interfaces.map((nic) => (nic.id === log.id ? { ...nic, transit_ips } : nic))
      await network.apply(vpc.change({ interfaces: withTransit([remote]) }))
      await expect.poll(() => guests.web.ping('10.77.0.1')).toBe(true)
      await network.apply(vpc.change({ interfaces: withTransit(['0.0.0.0/0']) }))
      await expect.poll(() => guests.web.ping('10.77.0.1')).toBe(true)
      await network.apply(vpc.change({ interfaces: withTransit([]) }))
    })
  })

  test('the gateway decides which external address is used, or that there is none', async () => {
    const { gateways, external_ips } = vpc.network
    const second = { id: vpc.id(), name: 'second', vpc_id: vpc.network.id, pool_ids: [], addresses: ['203.0.113.40'] }
    const entry = {
      ...external_ips[0]!,
      kind: 'floating' as const,
      name: 'entry',
      ip: '203.0.113.40',
      instance_id: web.instance_id,
    }
    const elsewhere: NetworkRoute = {
      id: vpc.id(),
      name: 'elsewhere',
      vpc_router_id: routers[0]!.id,
      prefixes: [`${INTERNET}/32`],
      hop: { type: 'gateway', gateway_id: second.id },
    }
    const first = { ...gateways[0]!, pool_ids: [], addresses: [SHARED] }
    await network.apply(
      vpc.change({ gateways: [first, second], external_ips: [...external_ips, entry], routes: [...routes, elsewhere] }),
    )
    await expect.poll(() => guests.web.ask('TCP', INTERNET, 80)).toBe('outside 203.0.113.40')
    await expect.poll(() => guests.web.ask('TCP', OUTSIDE_IP, 80)).toBe(`outside ${SHARED}`)
    await expect.poll(() => guests.db.ask('TCP', INTERNET, 80)).toBeUndefined()
    await expect.poll(() => guests.db.ask('TCP', OUTSIDE_IP, 80)).toBe(`outside ${SHARED}`)
    // replies leave, though the gateway serves no address of it
    await network.apply(vpc.change({ gateways: [{ ...first, addresses: [] }], routes }))
    await expect.poll(() => rig.outside.ask('TCP', '203.0.113.40', 80)).toBe(`${web.id} ${OUTSIDE_IP}`)
    await expect.poll(() => guests.web.ask('TCP', OUTSIDE_IP, 80)).toBeUndefined()
    await network.apply(vpc.change({ gateways, external_ips, routes }))
    await expect.poll(() => guests.web.ask('TCP', OUTSIDE_IP, 80)).toBe(`outside ${SHARED}`)
  })

  test('another host takes over when the gateway fails', async () => {
    await expect.poll(() => guests.db.ping(INTERNET)).toBe(true)
    const host = rig.chassis.get(OUTSIDE.hosts[0]!)!
    await host.setCables('down')
    await expect.poll(() => guests.db.ping(INTERNET), { timeout: 20_000 }).toBe(true)
    await host.setCables('up')
  })
})
