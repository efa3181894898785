// The firewall with packets: for each policy and connection, the control plane's evaluation, `ovn-trace` and the packets agree.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { decidingRule, isAllowed } from '#control/network/reachability/firewall.ts'
import type { Topology } from '#control/network/reachability/topology.ts'
import type { Network, NetworkInterface, TracedEnd, VpcNetwork } from '../network.ts'
import { clock, openOn, OUTSIDE as EXTERNAL, plug, POOL } from './testing-vpc.ts'
import type { Guest } from './testing/guest.ts'
import { policies, type Policy, uuid, VPC_NETWORK, withPolicy } from './testing/policies.ts'
import { OUTSIDE_IP, startRig, type Rig } from './testing/rig.ts'
import { makeTrace } from './trace.ts'
import { needing } from '../../scripts/needs.mjs'

const SAMPLE = 8
const TRIES = 5
/** A sample that differs each time would fail on days when nobody changed anything. */
const SEED = 30
const PORTS = [22, 80, 443, 8999]
const FLOATING = '203.0.113.20'
type Five<T> = [T, T, T, T, T]
const [web, app, db, probe, second] = VPC_NETWORK.interfaces as Five<NetworkInterface>

const ADDRESS = { instance_id: web.instance_id, ip_pool_id: POOL, first_port: 0 }

/** Only web has external addresses. */
const NETWORK: VpcNetwork = {
  ...VPC_NETWORK,
  routes: [
    ...VPC_NETWORK.routes,
    {
      id: uuid(50),
      name: 'out',
      vpc_router_id: uuid(2),
      prefixes: ['0.0.0.0/0'],
      hop: { type: 'gateway', gateway_id: uuid(3) },
    },
  ],
  gateways: [{ id: uuid(3), name: 'default', vpc_id: VPC_NETWORK.id, pool_ids: [POOL], addresses: [] }],
  external_ips: [
    { ...ADDRESS, kind: 'snat', name: null, ip: '203.0.113.10', last_port: 16_383 },
    { ...ADDRESS, kind: 'floating', name: 'web', ip: FLOATING, last_port: 65_535 },
  ],
  external_networks: [{ ...EXTERNAL, hosts: ['host-1', 'host-2'] }],
}

type End = NetworkInterface | 'outside'
interface Connection {
  from: End
  to: End
  protocol: 'TCP' | 'UDP' | 'ICMP'
  port: number | null
}

/** `connect(web, db)` is ICMP, `connect(web, db, 'TCP', 22)` is not. */
const connect = (from: End, to: End, protocol: Connection['protocol'] = 'ICMP', port: number | null = null) => ({
  from,
  to,
  protocol,
  port,
})

type Rule = Policy[number]
const rule = ({ filters, ...more }: Partial<Omit<Rule, 'filters'>> & { filters?: Partial<Rule['filters']> }): Rule => ({
  status: 'enabled',
  direction: 'inbound',
  action: 'allow',
  priority: 100,
  targets: [{ type: 'vpc', value: 'prod' }],
  ...more,
  filters: { hosts: null, ports: null, protocols: null, ...filters },
})
const EVERYWHERE = [
  connect(web, app),
  connect(web, db),
  connect(db, web),
  connect(app, probe),
  connect(probe, second),
  connect('outside', web),
  connect(web, 'outside'),
]
const SELECTORS = [
  { type: 'vpc', value: 'prod' },
  { type: 'subnet', value: 'back' },
  { type: 'instance', value: 'web' },
  { type: 'ip', value: '10.0.2.6' },
  { type: 'ip_net', value: '10.0.1.4/31' },
] as const

describe('firewall', needing('networks'), () => {
  let rig: Rig
  let network: Network
  let generation = 1
  /** At most once for each policy. */
  let restarted: Promise<void> | undefined
  const guests = new Map<End, Guest>()

  beforeAll(async () => {
    rig = await startRig()
    network = await openOn(rig, { trace: makeTrace({ ...rig, clock }) })
    await network.apply(NETWORK)
    for (const [i, nic] of NETWORK.interfaces.entries()) guests.set(nic, await plug(rig, `host-${1 + (i % 2)}`, nic))
    guests.set('outside', rig.outside)
    for (const guest of guests.values()) {
      await guest.serve('TCP', ...PORTS)
      await guest.serve('UDP', ...PORTS)
    }
    await rig.nbctl('--wait=hv', 'sync')
    await vi.waitUntil(() => guests.get(web)!.ping(OUTSIDE_IP), { timeout: 20_000 })
  })
  afterAll(async () => {
    await network?.close()
    await rig?.remove()
  })

  async function apply(policy: Policy): Promise<Topology> {
    const { topology, vpc } = withPolicy({ ...NETWORK, generation: ++generation }, policy)
    await network.apply(vpc)
    restarted = undefined
    return topology
  }

  /** Applies the policy, and asks all three about each connection. */
  async function agree(policy: Policy, connections: readonly Connection[]): Promise<string[]> {
    const topology = await apply(policy)
    return Promise.all(
      connections.map(async (connection) => {
        const expected = evaluated(topology, connection)
        const [traced, arrived] = [await trace(connection), await settle(connection, expected)]
        const text = describeConnection(connection)
        const found = `${text}: traced ${traced}, arrived ${arrived}`
        expect(found, JSON.stringify(policy)).toBe(`${text}: traced ${expected}, arrived ${expected}`)
        return `${text} ${arrived}`
      }),
    )
  }

  const trace = async ({ from, to, ...traffic }: Connection) =>
    (await network.trace({ vpc_id: NETWORK.id, from: traced(from), to: traced(to), ...traffic }))?.is_delivered

  /** On a busy machine packets are lost. */
  async function settle(connection: Connection, expected: boolean): Promise<boolean> {
    const isSettled = async () => {
      for (let left = TRIES; left > 0; left--) if ((await send(connection)) === expected) return true
      return false
    }
    if (await isSettled()) return expected
    await (restarted ??= restartSwitches())
    return (await isSettled()) ? expected : !expected
  }

  /**
   * Open vSwitch 3.1 in user space, which real hosts do not use, has two defects that are rare: it goes on dropping what an earlier policy
   * denied, and its connection tracking aborts. Afterwards it must have learned the policy from scratch.
   */
  async function restartSwitches(): Promise<void> {
    await Promise.all([...rig.chassis.values()].map((host) => host.restartSwitch()))
    await rig.nbctl('--wait=hv', 'sync')
  }

  async function send({ from, to, protocol, port }: Connection): Promise<boolean> {
    const ip = to === 'outside' ? OUTSIDE_IP : from === 'outside' ? FLOATING : to.ip
    const guest = guests.get(from)!
    return protocol === 'ICMP' ? guest.ping(ip) : (await guest.ask(protocol, ip, port!)) !== undefined
  }

  test('without rules, everything may leave and nothing may enter, except replies', async () => {
    const found = await agree([], [...EVERYWHERE, connect(web, 'outside', 'TCP', 80), connect(web, db, 'TCP', 80)])
    expect(found.filter((text) => text.endsWith('true'))).toEqual([
      'web > outside ICMP true',
      'web > outside TCP 80 true',
    ])
  })

  test.each(SELECTORS)('inbound targets and hosts: $type', async (one) => {
    await agree(
      [
        rule({ targets: [one], filters: { protocols: ['ICMP'] } }),
        rule({ filters: { hosts: [one], protocols: ['TCP'] } }),
      ],
      [...EVERYWHERE, ...EVERYWHERE.map(({ from, to }) => connect(from, to, 'TCP', 80))],
    )
  })
  test.each(SELECTORS)('outbound targets and hosts: $type', async (one) => {
    await agree(
      [
        rule({}),
        rule({ direction: 'outbound', action: 'deny', targets: [one], filters: { protocols: ['ICMP'] } }),
        rule({ direction: 'outbound', action: 'deny', filters: { hosts: [one], protocols: ['TCP'] } }),
      ],
      [...EVERYWHERE, ...EVERYWHERE.map(({ from, to }) => connect(from, to, 'TCP', 80))],
    )
  })

  const kinds = [
    connect(web, db),
    ...PORTS.flatMap((port) => [connect(web, db, 'TCP', port), connect(app, second, 'UDP', port)]),
    connect('outside', web, 'TCP', 22),
    connect('outside', web, 'UDP', 443),
  ]
  test.each([
    { protocols: ['TCP' as const], ports: null },
    { protocols: ['UDP' as const, 'ICMP' as const], ports: null },
    { protocols: null, ports: ['22', '443-9000'] },
    { protocols: ['TCP' as const], ports: ['80', '443'] },
    { protocols: ['UDP' as const, 'ICMP' as const], ports: ['1-65535'] },
  ])('filters: protocols $protocols, ports $ports', async (filters) => {
    await agree([rule({ filters })], kinds)
  })

  test('the lowest number wins, and deny wins at the same number', async () => {
    await agree(
      [
        rule({ priority: 65_535 }),
        rule({ priority: 500, action: 'deny', filters: { protocols: ['TCP'] } }),
        rule({ priority: 499, filters: { ports: ['22'] } }),
        rule({ priority: 500, filters: { ports: ['80'] } }),
        rule({ priority: 0, action: 'deny', filters: { hosts: [{ type: 'instance', value: 'app' }] } }),
      ],
      kinds,
    )
  })

  test('a random sample', { timeout: 240_000 }, async () => {
    const ends = fc.constantFrom<End>(web, app, db, probe, second)
    const connection = fc
      .record({
        from: ends,
        to: ends,
        protocol: fc.constantFrom('TCP' as const, 'UDP' as const, 'ICMP' as const),
        port: fc.constantFrom(...PORTS),
      })
      .filter(({ from, to }) => from !== to)
      .map((one) => ({ ...one, port: one.protocol === 'ICMP' ? null : one.port }))
    const connections = fc.array(connection, { minLength: 8, maxLength: 8 })
    const answers: string[] = []
    const sample = fc.sample(fc.tuple(policies, connections), { numRuns: SAMPLE, seed: SEED })
    for (const [i, [policy, asked]] of sample.entries()) {
      // by default nothing may enter, and few rules change that
      const first = i % 2 === 0 ? [rule({ priority: 65_535 })] : []
      answers.push(...(await agree([...first, ...policy], asked)))
    }
    const passed = answers.filter((text) => text.endsWith('true')).length
    expect(Math.min(passed, answers.length - passed)).toBeGreaterThan(answers.length / 10)
  })

  test('a machine that may send nothing still gets its address, and the names of its VPC', async () => {
    await apply([rule({ direction: 'outbound', action: 'deny', priority: 0 })])
    expect(await guests.get(app)!.dhcp()).toMatchObject({ ip: app.ip, router: '10.0.1.1' })
    expect(await guests.get(app)!.resolve('db.prod', '10.0.1.1')).toContain(db.ip)
    expect(await guests.get(app)!.ask('TCP', db.ip, 80)).toBeUndefined()
  })
})

const traced = (end: End): TracedEnd =>
  end === 'outside' ? { type: 'outside', ip: OUTSIDE_IP } : { type: 'interface', interface_id: end.id }

const nameOf = (end: End) =>
  end === 'outside'
    ? end
    : `${NETWORK.machines.find(({ id }) => id === end.instance_id)!.name}${end.primary ? '' : ' 2'}`

const describeConnection = ({ from, to, protocol, port }: Connection) =>
  `${nameOf(from)} > ${nameOf(to)} ${protocol}${port === null ? '' : ` ${port}`}`

const peer = (end: End) => (end === 'outside' ? { ip: OUTSIDE_IP } : { interface: end })

function evaluated(topology: Topology, { from, to, protocol, port }: Connection): boolean {
  const passes = (direction: 'inbound' | 'outbound', at: End, other: End) => {
    if (at === 'outside') return true
    const connection = { direction, at, peer: peer(other), protocol, port }
    return isAllowed(connection, decidingRule(topology, connection))
  }
  return passes('outbound', from, to) && passes('inbound', to, from)
}
