// Reachability, case by case: what decides in each situation, and what would fix it.
import { expect, test } from 'vitest'
import { explain } from './explain.ts'
import { ask, net, network, route, rule } from './testing.ts'
import type { Question, RouteNode, RuleNode, Topology } from './topology.ts'
import type { Verdict } from './trace.ts'

type Change = (topology: Topology) => Topology
type Case = [name: string, change: Change, question: Question, verdict: Verdict, said: RegExp, fix?: string]

const same: Change = (topology) => topology
const rules =
  (...added: RuleNode[]): Change =>
  (topology) => ({ ...topology, rules: [...topology.rules, ...added] })
const onlyRules =
  (...all: RuleNode[]): Change =>
  (topology) => ({ ...topology, rules: all })
const routes =
  (...added: RouteNode[]): Change =>
  (topology) => ({ ...topology, routes: [...topology.routes, ...added] })
const systemRoute =
  (target: RouteNode['target']): Change =>
  (topology) => ({
    ...topology,
    routes: topology.routes.map((one) => (one.name === 'prod-v4' ? { ...one, target } : one)),
  })
const gateway =
  (more: Partial<Topology['gateways'][number]>): Change =>
  (topology) => ({
    ...topology,
    gateways: topology.gateways.map((one) => (one.vpc_id === 'prod' ? { ...one, ...more } : one)),
  })
const without =
  (kind: 'floating' | 'ephemeral' | 'snat'): Change =>
  (topology) => ({
    ...topology,
    external_ips: topology.external_ips.filter((one) => one.kind !== kind),
  })
const nic =
  (ip: string, more: Partial<Topology['interfaces'][number]>): Change =>
  (topology) => ({
    ...topology,
    interfaces: topology.interfaces.map((one) => (one.ip === ip && one.vpc_id === 'prod' ? { ...one, ...more } : one)),
  })
const second: Change = (topology) => ({
  ...topology,
  interfaces: [
    ...topology.interfaces,
    { ...topology.interfaces[0]!, id: 'nic-2', name: 'net1', subnet_id: 'back', ip: '10.0.2.9', primary: false },
  ],
})
const both =
  (...changes: Change[]): Change =>
  (topology) =>
    changes.reduce((before, change) => change(before), topology)

const hosts = (...list: NonNullable<RuleNode['filters']['hosts']>) => ({ hosts: list, ports: null, protocols: null })
const ports = (...list: string[]) => ({ hosts: null, ports: list, protocols: null })
const protocols = (...list: ('TCP' | 'UDP' | 'ICMP')[]) => ({ hosts: null, ports: null, protocols: list })
const on = (type: 'instance' | 'subnet' | 'vpc', value: string) => [{ type, value }]
const deny = { action: 'deny' as const, priority: 10 }
const out = { direction: 'outbound' as const }
const drop = { type: 'drop' as const }
const toInstance = (value: string) => ({ type: 'instance' as const, value })
const toIp = (value: string) => ({ type: 'ip' as const, value })
const toGateway = (value: string) => ({ type: 'internet_gateway' as const, value })

const tcp = (source: string, destination: string, port = 5432) => ask(source, destination, 'TCP', port)

const cases: Case[] = [
  // inside a VPC
  [
    'the default rules let a VPC talk to itself',
    same,
    tcp('web', 'db'),
    'reachable',
    /prod-internal \(priority 65534\) allows/,
  ],
  ['the route to another subnet is named', same, tcp('web', 'db'), 'reachable', /Route prod-back of router system/],
  ['UDP inside a VPC', same, ask('db', 'web', 'UDP', 53), 'reachable', /prod-internal/],
  ['ICMP inside a VPC', same, ask('db', 'web', 'ICMP'), 'reachable', /Inbound at web/],
  [
    'nothing is allowed in without a rule',
    onlyRules(),
    tcp('web', 'db'),
    'blocked',
    /no firewall rule matches, so the traffic is denied/,
    'add_rule',
  ],
  [
    'everything is allowed out without a rule',
    onlyRules(rule('in')),
    tcp('web', 'db'),
    'reachable',
    /Outbound at web: no firewall rule matches, so the traffic is allowed/,
  ],
  [
    'a deny with a lower number wins',
    rules(rule('stop', deny)),
    tcp('web', 'db'),
    'blocked',
    /stop \(priority 10\) denies/,
    'add_rule',
  ],
  [
    'a deny with a higher number loses',
    rules(rule('stop', { action: 'deny', priority: 65535 })),
    tcp('web', 'db'),
    'reachable',
    /prod-internal/,
  ],
  [
    'deny wins at equal priority',
    rules(rule('stop', { action: 'deny' })),
    tcp('web', 'db'),
    'blocked',
    /stop \(priority 65534\) denies/,
    'add_rule',
  ],
  [
    'an allow before a deny',
    rules(rule('stop', deny), rule('go', { priority: 9 })),
    tcp('web', 'db'),
    'reachable',
    /go \(priority 9\) allows/,
  ],
  [
    'a deny at priority 0 has to be disabled',
    rules(rule('stop', { action: 'deny', priority: 0 })),
    tcp('web', 'db'),
    'blocked',
    /priority 0/,
    'disable_rule',
  ],
  [
    'a disabled rule does nothing',
    rules(rule('stop', { ...deny, status: 'disabled' })),
    tcp('web', 'db'),
    'reachable',
    /prod-internal/,
  ],
  [
    'an outbound deny stops at the sender',
    rules(rule('stop', { ...deny, ...out })),
    tcp('web', 'db'),
    'blocked',
    /Outbound at web: firewall rule stop/,
    'add_rule',
  ],
  [
    'an outbound rule has no say about what comes in',
    onlyRules(rule('out', out)),
    tcp('web', 'db'),
    'blocked',
    /Inbound at db: no firewall rule/,
    'add_rule',
  ],
  [
    'a rule of another VPC has no say',
    rules(rule('stop', { ...deny, vpc_id: 'lab' })),
    tcp('web', 'db'),
    'reachable',
    /prod-internal/,
  ],
  // targets
  [
    'a target by instance',
    rules(rule('stop', { ...deny, targets: on('instance', 'db') })),
    tcp('web', 'db'),
    'blocked',
    /stop/,
    'add_rule',
  ],
  [
    'a target that is another instance',
    rules(rule('stop', { ...deny, targets: on('instance', 'web') })),
    tcp('web', 'db'),
    'reachable',
    /prod-internal/,
  ],
  [
    'a target by subnet',
    rules(rule('stop', { ...deny, targets: on('subnet', 'back') })),
    tcp('web', 'db'),
    'blocked',
    /stop/,
    'add_rule',
  ],
  [
    'a target in another subnet',
    rules(rule('stop', { ...deny, targets: on('subnet', 'front') })),
    tcp('web', 'db'),
    'reachable',
    /prod-internal/,
  ],
  [
    'a target by address',
    rules(rule('stop', { ...deny, targets: [{ type: 'ip', value: '10.0.2.5' }] })),
    tcp('web', 'db'),
    'blocked',
    /stop/,
    'add_rule',
  ],
  [
    'a target by network',
    rules(rule('stop', { ...deny, targets: [{ type: 'ip_net', value: '10.0.2.0/25' }] })),
    tcp('web', 'db'),
    'blocked',
    /stop/,
    'add_rule',
  ],
  [
    'a target network next door',
    rules(rule('stop', { ...deny, targets: [{ type: 'ip_net', value: '10.0.2.128/25' }] })),
    tcp('web', 'db'),
    'reachable',
    /prod-internal/,
  ],
  [
    'no target, no effect',
    rules(rule('stop', { ...deny, targets: [] })),
    tcp('web', 'db'),
    'reachable',
    /prod-internal/,
  ],
  [
    'any of several targets is enough',
    rules(rule('stop', { ...deny, targets: [...on('instance', 'web'), ...on('instance', 'db')] })),
    tcp('web', 'db'),
    'blocked',
    /stop/,
    'add_rule',
  ],
  // filters
  [
    'a host filter by instance',
    rules(rule('stop', { ...deny, filters: hosts(...on('instance', 'web')) })),
    tcp('web', 'db'),
    'blocked',
    /stop/,
    'add_rule',
  ],
  [
    'a host filter for somebody else',
    rules(rule('stop', { ...deny, filters: hosts(...on('instance', 'appliance')) })),
    tcp('web', 'db'),
    'reachable',
    /prod-internal/,
  ],
  [
    'a host filter by subnet',
    rules(rule('stop', { ...deny, filters: hosts(...on('subnet', 'front')) })),
    tcp('web', 'db'),
    'blocked',
    /stop/,
    'add_rule',
  ],
  [
    'a host filter by the private address',
    rules(rule('stop', { ...deny, filters: hosts({ type: 'ip', value: '10.0.1.5' }) })),
    tcp('web', 'db'),
    'blocked',
    /stop/,
    'add_rule',
  ],
  [
    'a host filter by network',
    rules(rule('stop', { ...deny, filters: hosts({ type: 'ip_net', value: '10.0.0.0/16' }) })),
    tcp('web', 'db'),
    'blocked',
    /stop/,
    'add_rule',
  ],
  [
    'outbound host filters are about the receiver',
    rules(rule('stop', { ...deny, ...out, filters: hosts(...on('instance', 'db')) })),
    tcp('web', 'db'),
    'blocked',
    /Outbound at web/,
    'add_rule',
  ],
  [
    'a port filter',
    rules(rule('stop', { ...deny, filters: ports('5432') })),
    tcp('web', 'db'),
    'blocked',
    /stop/,
    'add_rule',
  ],
  [
    'a port range, at its end',
    rules(rule('stop', { ...deny, filters: ports('5000-5432') })),
    tcp('web', 'db'),
    'blocked',
    /stop/,
    'add_rule',
  ],
  [
    'another port',
    rules(rule('stop', { ...deny, filters: ports('5433-6000') })),
    tcp('web', 'db'),
    'reachable',
    /prod-internal/,
  ],
  [
    'a port filter never matches ICMP',
    rules(rule('stop', { ...deny, filters: ports('1-65535') })),
    ask('web', 'db', 'ICMP'),
    'reachable',
    /Inbound at db/,
  ],
  [
    'a protocol filter',
    rules(rule('stop', { ...deny, filters: protocols('UDP', 'TCP') })),
    tcp('web', 'db'),
    'blocked',
    /stop/,
    'add_rule',
  ],
  [
    'another protocol',
    rules(rule('stop', { ...deny, filters: protocols('UDP') })),
    tcp('web', 'db'),
    'reachable',
    /prod-internal/,
  ],
  [
    'empty filters restrict nothing',
    rules(rule('stop', { ...deny, filters: { hosts: [], ports: [], protocols: [] } })),
    tcp('web', 'db'),
    'blocked',
    /stop/,
    'add_rule',
  ],
  [
    'all kinds of filters have to match',
    rules(rule('stop', { ...deny, filters: { ...ports('5432'), protocols: ['UDP'] } })),
    tcp('web', 'db'),
    'reachable',
    /prod-internal/,
  ],
  // from outside
  [
    'SSH from the internet to a floating IP',
    same,
    tcp('internet', 'web', 22),
    'reachable',
    /Floating IP 203\.0\.113\.10 belongs to web/,
  ],
  [
    'HTTP from the internet needs a rule',
    same,
    tcp('internet', 'web', 80),
    'blocked',
    /Inbound at web: no firewall rule/,
    'add_rule',
  ],
  ['ping from the internet', same, ask('internet', 'web', 'ICMP'), 'reachable', /prod-icmp/],
  [
    'an instance without an external IP',
    same,
    tcp('internet', 'db', 22),
    'blocked',
    /db has no external IP/,
    'attach_external_ip',
  ],
  ['an ephemeral IP', same, tcp('internet', 'bench', 22), 'reachable', /Ephemeral IP 203\.0\.113\.50/],
  [
    'an instance without interfaces',
    same,
    tcp('internet', 'hermit', 22),
    'blocked',
    /hermit has no network interface/,
    'add_interface',
  ],
  [
    'a filter for one address lets just that one in',
    onlyRules(rule('one', { filters: hosts({ type: 'ip', value: '198.51.100.7' }) })),
    tcp('198.51.100.7', 'web', 22),
    'reachable',
    /one/,
  ],
  [
    'a filter for one address is not for the whole internet',
    onlyRules(rule('one', { filters: hosts({ type: 'ip', value: '198.51.100.7' }) })),
    tcp('internet', 'web', 22),
    'blocked',
    /no firewall rule/,
    'add_rule',
  ],
  [
    'a filter for all addresses is for the whole internet',
    onlyRules(rule('all', { filters: hosts({ type: 'ip_net', value: '0.0.0.0/0' }) })),
    tcp('internet', 'web', 22),
    'reachable',
    /all/,
  ],
  [
    'the VPC as a host filter is not for outside',
    onlyRules(rule('own', { filters: hosts(...on('vpc', 'prod')) })),
    tcp('internet', 'web', 22),
    'blocked',
    /no firewall rule/,
    'add_rule',
  ],
  // to outside
  [
    'out through the gateway from the floating IP',
    same,
    tcp('web', 'internet', 443),
    'reachable',
    /Gateway default sends it out from floating IP 203\.0\.113\.10/,
  ],
  ['out from the shared address', same, tcp('db', '198.51.100.7', 443), 'reachable', /shared address 203\.0\.113\.1/],
  [
    'a gateway without pools',
    gateway({ pool_ids: [] }),
    tcp('web', 'internet', 443),
    'blocked',
    /no external IP from the pools or addresses of gateway default/,
    'attach_pool',
  ],
  [
    'a gateway with just this address',
    gateway({ pool_ids: [], addresses: ['203.0.113.10'] }),
    tcp('web', 'internet', 443),
    'reachable',
    /203\.0\.113\.10/,
  ],
  [
    'no external address at all',
    both(without('snat'), without('floating')),
    tcp('web', 'internet', 443),
    'blocked',
    /no external IP/,
  ],
  [
    'a deleted gateway makes its routes inert',
    (topology) => ({ ...topology, gateways: [] }),
    tcp('web', 'internet', 443),
    'blocked',
    /No route of subnet front leads to the internet/,
    'create_gateway',
  ],
  [
    'a route to a gateway that is not there',
    systemRoute(toGateway('gone')),
    tcp('web', 'internet', 443),
    'blocked',
    /No route/,
    'point_route',
  ],
  [
    'a default route that drops',
    systemRoute(drop),
    tcp('web', 'internet', 443),
    'blocked',
    /drops the traffic/,
    'point_route',
  ],
  [
    'an unused private address is not routed outside',
    same,
    tcp('web', '192.168.7.7', 443),
    'blocked',
    /is a private address/,
  ],
  [
    'nobody has this address in the subnet',
    same,
    tcp('web', '10.0.2.77', 443),
    'blocked',
    /No interface in this VPC has the address/,
  ],
  ['an address of the VPC, by number', same, tcp('web', '10.0.2.5'), 'reachable', /Inbound at db/],
  [
    'an outbound deny to the internet',
    rules(rule('stop', { ...deny, ...out, filters: hosts({ type: 'ip_net', value: '0.0.0.0/0' }) })),
    tcp('web', 'internet', 443),
    'blocked',
    /Outbound at web/,
    'add_rule',
  ],
  // between VPCs
  [
    'another VPC is reached at its external IP',
    same,
    tcp('web', 'bench', 22),
    'reachable',
    /Ephemeral IP 203\.0\.113\.50 belongs to bench/,
  ],
  [
    'another VPC without an external IP',
    same,
    tcp('bench', 'db', 22),
    'blocked',
    /db has no external IP/,
    'attach_external_ip',
  ],
  [
    'another VPC sees the external address',
    rules(
      rule('stop', {
        ...deny,
        vpc_id: 'lab',
        targets: on('vpc', 'lab'),
        filters: hosts({ type: 'ip', value: '203.0.113.10' }),
      }),
    ),
    tcp('web', 'bench', 22),
    'blocked',
    /Inbound at bench: firewall rule stop/,
    'add_rule',
  ],
  ['equal private addresses in two VPCs are no obstacle', same, ask('web', 'bench', 'ICMP'), 'reachable', /lab-icmp/],
  // custom routers
  [
    'a custom route beats the system route of the same length',
    routes(route('around', net('10.0.1.0/24'), drop)),
    tcp('db', 'web'),
    'blocked',
    /Route around of router custom/,
    'remove_route',
  ],
  [
    'a longer system route beats a custom one',
    routes(route('wide', net('10.0.0.0/8'), drop)),
    tcp('db', 'web'),
    'reachable',
    /Route prod-front of router system/,
  ],
  [
    'the longest prefix wins',
    routes(route('wide', net('198.51.100.0/24'), drop), route('narrow', net('198.51.100.7/32'), toGateway('default'))),
    tcp('db', '198.51.100.7', 443),
    'reachable',
    /Route narrow/,
  ],
  [
    'a custom router is not for other subnets',
    routes(route('stop', net('0.0.0.0/0'), drop)),
    tcp('web', 'internet', 443),
    'reachable',
    /Route prod-v4 of router system/,
  ],
  [
    'a route to an instance that forwards',
    routes(route('vpn', net('10.9.0.0/16'), toInstance('appliance'))),
    tcp('db', '10.9.1.1'),
    'forwarded',
    /appliance accepts traffic for 10\.9\.1\.1/,
  ],
  [
    'a route to an address that forwards',
    routes(route('vpn', net('10.9.0.0/16'), toIp('10.0.2.6'))),
    tcp('db', '10.9.1.1'),
    'forwarded',
    /appliance accepts/,
  ],
  [
    'a next hop that does not forward',
    both(routes(route('vpn', net('10.9.0.0/16'), toInstance('appliance'))), nic('10.0.2.6', { transit_ips: [] })),
    tcp('db', '10.9.1.1'),
    'blocked',
    /does not accept traffic/,
    'add_transit_ip',
  ],
  [
    'a next hop whose firewall denies',
    both(onlyRules(), routes(route('vpn', net('10.9.0.0/16'), toInstance('appliance')))),
    tcp('db', '10.9.1.1'),
    'blocked',
    /Inbound at appliance/,
    'add_rule',
  ],
  [
    'a next hop that is the destination itself',
    routes(route('direct', { type: 'ip', value: '10.0.1.5' }, toIp('10.0.1.5'))),
    tcp('db', 'web'),
    'reachable',
    /Route direct/,
  ],
  [
    'a route back to the sender',
    routes(route('vpn', net('10.8.0.0/16'), toInstance('db'))),
    tcp('db', '10.8.1.1'),
    'blocked',
    /leads back to the sender/,
  ],
  [
    'a route to an unknown instance is inert',
    routes(route('lost', net('198.51.100.0/24'), toInstance('nobody'))),
    tcp('db', '198.51.100.7', 443),
    'reachable',
    /Route prod-v4/,
  ],
  [
    'a route for an unknown subnet is inert',
    routes(route('lost', { type: 'subnet', value: 'nowhere' }, drop)),
    tcp('db', 'web'),
    'reachable',
    /prod-front/,
  ],
  [
    'a route for a subnet by name',
    routes(route('cut', { type: 'subnet', value: 'front' }, drop)),
    tcp('db', 'web'),
    'blocked',
    /Route cut/,
    'remove_route',
  ],
  // several interfaces
  [
    'the interface in the destination subnet is used',
    second,
    tcp('web', 'db'),
    'reachable',
    /from net1 \(10\.0\.2\.9\)/,
  ],
  [
    'the primary interface is used for everything else',
    second,
    tcp('web', 'internet', 443),
    'reachable',
    /from net0 \(10\.0\.1\.5\)/,
  ],
  [
    'the sender has no interface',
    same,
    tcp('hermit', 'web'),
    'blocked',
    /hermit has no network interface/,
    'add_interface',
  ],
]

test.each(cases)('%s', (_name, change, question, verdict, said, fix) => {
  const answer = explain(change(network), question)
  expect(answer.verdict).toBe(verdict)
  expect(answer.steps.map(({ text }) => text).join('\n')).toMatch(said)
  expect(answer.fix?.type).toBe(fix)
  expect(answer.steps.filter(({ passed }) => !passed)).toHaveLength(verdict === 'blocked' ? 1 : 0)
})

test('there are at least sixty cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(60)
})

test('a stopped instance is noted but does not block traffic', () => {
  const stopped = { ...network, instances: network.instances.map((one) => ({ ...one, run_state: 'stopped' })) }
  expect(explain(stopped, tcp('web', 'db'))).toMatchObject({
    verdict: 'reachable',
    notes: ['web is stopped.', 'db is stopped.'],
  })
})

test('steps say where to go', () => {
  const { steps } = explain(network, tcp('internet', 'web', 22))
  expect(steps.map(({ subject }) => subject)).toEqual([
    { type: 'floating_ip', name: 'web-ip', vpc: null },
    { type: 'firewall_rule', name: 'prod-ssh', vpc: 'prod' },
  ])
})
