// Reachability on random networks, compared with a second, brute-force implementation.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InterfaceNode, RouterNode } from '#drivers/network.ts'
import { explain } from './explain.ts'
import { network, route, rule } from './testing.ts'
import type { Question, RouteNode, RuleNode, Topology } from './topology.ts'

// --- the other implementation: addresses are strings of bits, routes and rules are tried one by one ---

const isSix = (text: string) => text.includes(':')
const groupsOf = (ip: string): string[] => {
  const [head = [], tail] = ip.split('::').map((part) => part.split(':').filter(Boolean))
  return tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail] : head
}
const bitsOf = (ip: string) =>
  (isSix(ip)
    ? groupsOf(ip).map((part) => Number.parseInt(part, 16).toString(2).padStart(16, '0'))
    : ip.split('.').map((part) => Number(part).toString(2).padStart(8, '0'))
  ).join('')
const prefixOf = (cidr: string) => bitsOf(cidr.split('/')[0]!).slice(0, Number(cidr.split('/')[1]))
const isIn = (ip: string, cidr: string) => isSix(ip) === isSix(cidr) && bitsOf(ip).startsWith(prefixOf(cidr))

type Outcome = 'reachable' | 'blocked' | 'forwarded'

function tryAll(t: Topology, q: Question): Outcome {
  const nics = (id: string) => {
    const own = t.interfaces.filter((one) => one.instance_id === id)
    return [
      ...own.filter((one) => one.primary),
      ...own.filter((one) => !one.primary).sort((a, b) => (a.name < b.name ? -1 : 1)),
    ]
  }
  const publicIp = (id: string) => {
    const own = t.external_ips.filter((one) => one.instance_id === id)
    const floating = own.filter((one) => one.kind === 'floating').sort((a, b) => (a.name! < b.name! ? -1 : 1))
    const open = [...floating, ...own.filter((one) => one.kind === 'ephemeral')].map((one) => one.ip)
    const asker = q.source.type === 'outside' ? q.source.ip : '0.0.0.0'
    return open.find((ip) => asker !== null && isSix(ip) === isSix(asker)) ?? open[0]
  }
  const subnetOf = (one: InterfaceNode) => t.subnets.find((subnet) => subnet.id === one.subnet_id)!

  let me: InterfaceNode | undefined
  if (q.source.type === 'instance') {
    const mine = nics(q.source.id)
    const wanted =
      q.destination.type === 'outside'
        ? [q.destination.ip]
        : nics(q.destination.id)
            .filter((one) => one.vpc_id === mine[0]?.vpc_id)
            .map((one) => one.ip)
    me = mine.find((one) => wanted.some((ip) => ip && isIn(ip, subnetOf(one).ipv4_block))) ?? mine[0]
    if (!me) return 'blocked'
  }

  let goal: string | null | undefined
  if (q.destination.type === 'outside') goal = q.destination.ip
  else {
    const inside = nics(q.destination.id).filter((one) => one.vpc_id === me?.vpc_id)
    goal = (inside.find((one) => one.subnet_id === me?.subnet_id) ?? inside[0])?.ip ?? publicIp(q.destination.id)
    if (goal === undefined) return 'blocked'
  }
  // interfaces have IPv4 addresses only
  const asker = me ? me.ip : q.source.type === 'outside' && q.source.ip
  if (asker && goal && isSix(asker) !== isSix(goal)) return 'blocked'

  let receiver: InterfaceNode | undefined
  let seenFrom: { nic?: InterfaceNode; ip: string | null } = { ip: q.source.type === 'outside' ? q.source.ip : null }
  let seenTo: { nic?: InterfaceNode; ip: string | null } = { ip: goal }
  let isForwarded = false

  const arrive = (): Outcome | undefined => {
    const holder = t.external_ips.find((one) => one.kind !== 'snat' && one.ip === goal)
    if (holder) {
      receiver = nics(holder.instance_id)[0]
      return receiver ? undefined : 'blocked'
    }
    const isPrivate = goal && ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].some((cidr) => isIn(goal!, cidr))
    return isPrivate ? 'blocked' : undefined
  }

  if (me) {
    const hop = bestHop(t, me, goal)
    if (!hop || hop === 'drop') return 'blocked'
    if (hop === 'local') {
      receiver = t.interfaces.find((one) => one.vpc_id === me.vpc_id && one.ip === goal)
      if (!receiver) return 'blocked'
      seenFrom = { nic: me, ip: me.ip }
      seenTo = { nic: receiver, ip: goal }
    } else if ('ip' in hop) {
      seenFrom = { nic: me, ip: me.ip }
      receiver = hop
      if (hop.ip === goal) seenTo = { nic: hop, ip: goal }
      else {
        if (hop.instance_id === me.instance_id) return 'blocked'
        if (!hop.transit_ips.some((cidr) => (goal ? isIn(goal, cidr) : cidr.endsWith('/0')))) return 'blocked'
        isForwarded = true
      }
    } else {
      const mine = t.external_ips.filter(
        (one) =>
          one.instance_id === me.instance_id &&
          !isSix(one.ip) &&
          (hop.pool_ids.includes(one.ip_pool_id) || hop.addresses.includes(one.ip)),
      )
      const floating = mine.filter((one) => one.kind === 'floating').sort((a, b) => (a.name! < b.name! ? -1 : 1))[0]
      const used = floating ?? mine.find((one) => one.kind === 'ephemeral') ?? mine.find((one) => one.kind === 'snat')
      if (!used) return 'blocked'
      seenFrom = { ip: used.ip }
      const end = arrive()
      if (end) return end
    }
    if (!passes(t, q, 'outbound', me, seenTo)) return 'blocked'
  } else {
    const end = arrive()
    if (end) return end
  }
  if (receiver && !passes(t, q, 'inbound', receiver, seenFrom)) return 'blocked'
  return isForwarded ? 'forwarded' : 'reachable'
}

function bestHop(t: Topology, me: InterfaceNode, goal: string | null) {
  const subnet = t.subnets.find((one) => one.id === me.subnet_id)!
  const custom = t.routers.find((one) => one.id === subnet.custom_router_id)
  const system = t.routers.find((one) => one.vpc_id === me.vpc_id && one.kind === 'system')
  const routesOf = (router: RouterNode | undefined) =>
    t.routes
      .filter((one) => one.vpc_router_id === router?.id)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((one) => ({ ...one, cidr: cidrOf(t, me.vpc_id, one) }))
  const tables = [routesOf(custom), routesOf(system)]
  for (let width = 32; width >= 0; width -= 1) {
    for (const table of tables) {
      for (const { cidr, ...one } of table) {
        if (!cidr || isSix(cidr) || Number(cidr.split('/')[1]) !== width) continue
        if (goal === null ? width > 0 : !isIn(goal, cidr)) continue
        const hop = hopOf(t, me.vpc_id, one)
        if (hop) return hop
      }
    }
  }
  return undefined
}

function cidrOf(t: Topology, vpc: string, { destination }: RouteNode): string | undefined {
  if (destination.type === 'ip') return `${destination.value}/32`
  if (destination.type === 'ip_net') return destination.value
  return t.subnets.find((one) => one.vpc_id === vpc && one.name === destination.value)?.ipv4_block
}

function hopOf(t: Topology, vpc: string, { target }: RouteNode) {
  if (target.type === 'drop') return 'drop' as const
  if (target.type === 'subnet' || target.type === 'vpc') return 'local' as const
  if (target.type === 'internet_gateway')
    return t.gateways.find((one) => one.vpc_id === vpc && one.name === target.value)
  const here = t.interfaces.filter((one) => one.vpc_id === vpc)
  if (target.type === 'ip') return here.find((one) => one.ip === target.value)
  return here.find((one) => one.primary && t.instances.find(({ id }) => id === one.instance_id)?.name === target.value)
}

function passes(
  t: Topology,
  q: Question,
  direction: string,
  at: InterfaceNode,
  peer: { nic?: InterfaceNode; ip: string | null },
) {
  for (let priority = 0; priority <= 65535; priority += 1) {
    const found = t.rules.filter(
      (one) =>
        one.priority === priority &&
        one.vpc_id === at.vpc_id &&
        one.status === 'enabled' &&
        one.direction === direction &&
        one.targets.some((target) => picks(t, target, at.vpc_id, { nic: at, ip: at.ip })) &&
        (!one.filters.hosts?.length || one.filters.hosts.some((host) => picks(t, host, at.vpc_id, peer))) &&
        (!one.filters.protocols?.length || one.filters.protocols.includes(q.protocol)) &&
        (!one.filters.ports?.length || one.filters.ports.some((range) => hasPort(range, q.port))),
    )
    if (found.some((one) => one.action === 'deny')) return false
    if (found.length > 0) return true
    // skip unused priorities: trying all 65,536 for each of 10,000 networks would take hours
    const next = Math.min(...t.rules.map((one) => one.priority).filter((one) => one > priority))
    if (next === Infinity) break
    priority = next - 1
  }
  return direction === 'outbound'
}

function hasPort(range: string, port: number | null) {
  if (port === null) return false
  const [first, last] = range.split('-')
  return port >= Number(first) && port <= Number(last ?? first)
}

function picks(
  t: Topology,
  one: RuleNode['targets'][number],
  vpc: string,
  peer: { nic?: InterfaceNode; ip: string | null },
) {
  if (one.type === 'ip') return peer.ip === one.value
  if (one.type === 'ip_net') return peer.ip === null ? one.value.endsWith('/0') : isIn(peer.ip, one.value)
  if (!peer.nic) return false
  if (one.type === 'vpc') return t.vpcs.find(({ id }) => id === vpc)?.name === one.value
  if (one.type === 'subnet') return t.subnets.find(({ id }) => id === peer.nic!.subnet_id)?.name === one.value
  return t.instances.find(({ id }) => id === peer.nic!.instance_id)?.name === one.value
}

// --- random networks: the specs' network with random rules, routes, addresses, gateways and interfaces ---

const IPS = [
  '10.0.1.5',
  '10.0.2.5',
  '10.0.2.6',
  '10.9.1.1',
  '198.51.100.7',
  '203.0.113.10',
  '203.0.113.50',
  '192.168.1.1',
  '2001:db8::7',
  '2001:db8::10',
]
const NETS = [
  '0.0.0.0/0',
  '10.0.0.0/8',
  '10.0.2.0/24',
  '10.0.2.4/30',
  '10.9.0.0/16',
  '198.51.100.0/24',
  '203.0.113.0/26',
  '::/0',
  '2001:db8::/64',
]
const INSTANCES = ['web', 'db', 'appliance', 'bench', 'hermit']
const ip = fc.constantFrom(...IPS)
const cidr = fc.constantFrom(...NETS)
const name = fc.constantFrom(...INSTANCES, 'nobody')
const subnetName = fc.constantFrom('front', 'back', 'default', 'nowhere')

const selector = fc.oneof(
  fc.record({ type: fc.constant('vpc' as const), value: fc.constantFrom('prod', 'lab') }),
  fc.record({ type: fc.constant('subnet' as const), value: subnetName }),
  fc.record({ type: fc.constant('instance' as const), value: name }),
  fc.record({ type: fc.constant('ip' as const), value: ip }),
  fc.record({ type: fc.constant('ip_net' as const), value: cidr }),
)
const maybeList = <T>(item: fc.Arbitrary<T>) => fc.option(fc.array(item, { maxLength: 2 }), { nil: null })
const rules = fc.array(
  fc.record({
    vpc_id: fc.constantFrom('prod', 'lab'),
    status: fc.constantFrom('enabled' as const, 'enabled' as const, 'disabled' as const),
    direction: fc.constantFrom('inbound' as const, 'outbound' as const),
    action: fc.constantFrom('allow' as const, 'deny' as const),
    priority: fc.constantFrom(0, 1, 100, 65534, 65535),
    targets: fc.array(selector, { maxLength: 2 }),
    filters: fc.record({
      hosts: maybeList(selector),
      ports: maybeList(fc.constantFrom('22', '80', '20-90', '1-65535')),
      protocols: maybeList(fc.constantFrom('TCP' as const, 'UDP' as const, 'ICMP' as const)),
    }),
  }),
  { maxLength: 6 },
)
const routes = fc.array(
  fc.record({
    router: fc.constantFrom('custom', 'custom', 'prod-system'),
    destination: fc.oneof(
      fc.record({ type: fc.constant('ip' as const), value: ip }),
      fc.record({ type: fc.constant('ip_net' as const), value: cidr }),
      fc.record({ type: fc.constant('subnet' as const), value: subnetName }),
    ),
    target: fc.oneof(
      fc.record({ type: fc.constant('ip' as const), value: ip }),
      fc.record({ type: fc.constant('instance' as const), value: name }),
      fc.record({ type: fc.constant('internet_gateway' as const), value: fc.constantFrom('default', 'gone') }),
      fc.constant({ type: 'drop' as const }),
    ),
  }),
  { maxLength: 4 },
)

const ipv6 = {
  instance_id: 'web',
  kind: 'floating' as const,
  name: 'a-six',
  ip: '2001:db8::10',
  ip_pool_id: 'public',
}

const topology: fc.Arbitrary<Topology> = fc
  .record({
    rules,
    routes,
    keepDefaults: fc.boolean(),
    pools: fc.subarray(['public', 'other']),
    addresses: fc.subarray(['203.0.113.10', '203.0.113.1']),
    transit: fc.subarray(NETS, { maxLength: 2 }),
    external: fc.subarray([...network.external_ips.keys()]),
    hasIpv6: fc.boolean(),
    extra: fc.option(fc.constantFrom('back', 'front'), { nil: undefined }),
    customFor: fc.subarray(['front', 'back']),
  })
  .map((random) => ({
    ...network,
    rules: [...(random.keepDefaults ? network.rules : []), ...random.rules.map((one, i) => rule(`random-${i}`, one))],
    routes: [
      ...network.routes,
      ...random.routes.map((one, i) => ({
        ...route(`random-${i}`, one.destination, one.target),
        vpc_router_id: one.router,
      })),
    ],
    gateways: network.gateways.map((one) => ({ ...one, pool_ids: random.pools, addresses: random.addresses })),
    subnets: network.subnets.map((one) => ({
      ...one,
      custom_router_id: random.customFor.includes(one.name) && one.vpc_id === 'prod' ? 'custom' : null,
    })),
    interfaces: [
      ...network.interfaces.map((one) =>
        one.instance_id === 'appliance' ? { ...one, transit_ips: random.transit } : one,
      ),
      ...(random.extra
        ? [
            {
              ...network.interfaces[2]!,
              id: 'extra',
              name: 'net1',
              subnet_id: random.extra,
              ip: random.extra === 'back' ? '10.0.2.4' : '10.0.1.9',
              primary: false,
            },
          ]
        : []),
    ],
    external_ips: [
      ...network.external_ips.filter((_, i) => random.external.includes(i)),
      ...(random.hasIpv6 ? [ipv6] : []),
    ],
  }))

const end = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...INSTANCES).map((id) => ({ type: 'instance' as const, id })) },
  { weight: 2, arbitrary: ip.map((one) => ({ type: 'outside' as const, ip: one })) },
  { weight: 1, arbitrary: fc.constant({ type: 'outside' as const, ip: null }) },
)
const question: fc.Arbitrary<Question> = fc
  .record({
    source: end,
    destination: end,
    protocol: fc.constantFrom('TCP' as const, 'UDP' as const, 'ICMP' as const),
    port: fc.constantFrom(22, 80, 5432),
  })
  .filter(({ source, destination }) => source.type === 'instance' || destination.type === 'instance')
  .map((one) => ({ ...one, port: one.protocol === 'ICMP' ? null : one.port }))

test('both implementations agree on 10,000 random networks', () => {
  fc.assert(
    fc.property(topology, question, (t, q) => {
      expect(explain(t, q).verdict).toBe(tryAll(t, q))
    }),
    { numRuns: 10_000 },
  )
})

test('the suggested rule, new or enabled, gets the traffic past the firewall that denied it', () => {
  fc.assert(
    fc.property(topology, question, (t, q) => {
      const before = explain(t, q)
      const { fix } = before
      if (fix?.type !== 'add_rule' && fix?.type !== 'enable_rule') return
      const rules =
        fix.type === 'add_rule'
          ? [...t.rules, { id: 'added', vpc_id: fix.vpc_id, ...fix.rule }]
          : t.rules.map((rule) =>
              rule.vpc_id === fix.vpc_id && rule.name === fix.rule ? { ...rule, status: 'enabled' as const } : rule,
            )
      const after = explain({ ...t, rules }, q)
      const denied = before.steps.length - 1
      expect(after.steps[denied]).toMatchObject({ kind: 'firewall', passed: true })
    }),
    { numRuns: 3000 },
  )
})
