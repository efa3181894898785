// Random firewall rules for one VPC, as the control plane sees them and as the driver is given them. Not for production code.
import * as fc from 'fast-check'
import { resolveSelector } from '#control/network/reachability/firewall.ts'
import type { RuleNode, Topology } from '#control/network/reachability/topology.ts'
import type { NetworkInterface, NetworkRule, NetworkSelector, VpcNetwork } from '../../network.ts'

export const uuid = (n: number) => `5ca1ab1e-0000-4000-8000-${String(n).padStart(12, '0')}`

const VPC = { id: uuid(1), name: 'prod' }
const [FRONT, BACK, LONELY] = [uuid(11), uuid(12), uuid(13)]
const subnet = (id: string, name: string, n: number) => ({
  id,
  name,
  vpc_id: VPC.id,
  ipv4_block: `10.0.${n}.0/24`,
  ipv6_block: `fd00:1:2:${n}::/64`,
  custom_router_id: null,
  gateway_ip: `10.0.${n}.1`,
})
const machine = (n: number, name: string, kind: 'instance' | 'probe' = 'instance') => ({
  id: uuid(20 + n),
  name,
  kind,
  hostname: name,
})
const MACHINES = [
  machine(1, 'web'),
  machine(2, 'app'),
  machine(3, 'db'),
  machine(4, 'probe', 'probe'),
  machine(5, 'idle'),
]

const nic = (n: number, of: number, subnet_id: string, ip: string, more: Partial<NetworkInterface> = {}) => ({
  id: uuid(30 + n),
  name: 'net0',
  instance_id: MACHINES[of]!.id,
  vpc_id: VPC.id,
  subnet_id,
  ip,
  mac: `A8:40:25:F0:01:0${n}`,
  primary: true,
  transit_ips: [],
  ...more,
})

/** Two subnets with interfaces and one without; web has an interface in both. */
export const VPC_NETWORK: VpcNetwork = {
  ...VPC,
  generation: 1,
  dns_name: 'prod',
  ipv6_prefix: 'fd00:1:2::/48',
  vni: 4001,
  mtu: 1400,
  subnets: [subnet(FRONT, 'front', 1), subnet(BACK, 'back', 2), subnet(LONELY, 'lonely', 3)],
  routers: [{ id: uuid(2), name: 'system', vpc_id: VPC.id, kind: 'system' }],
  routes: [1, 2, 3].map((n) => ({
    id: uuid(40 + n),
    name: `route-${n}`,
    vpc_router_id: uuid(2),
    prefixes: [`10.0.${n}.0/24`],
    hop: { type: 'local' },
  })),
  gateways: [],
  rules: [],
  machines: MACHINES,
  interfaces: [
    nic(1, 0, FRONT, '10.0.1.5'),
    nic(2, 1, FRONT, '10.0.1.6'),
    nic(3, 2, BACK, '10.0.2.5'),
    nic(4, 3, BACK, '10.0.2.6'),
    nic(5, 0, BACK, '10.0.2.7', { name: 'net1', primary: false }),
  ],
  external_ips: [],
  external_networks: [],
}

export type Policy = Omit<RuleNode, 'id' | 'vpc_id' | 'name'>[]

/** The same rules for the control plane's evaluation and for the driver. */
export function withPolicy(vpc: VpcNetwork, policy: Policy): { topology: Topology; vpc: VpcNetwork } {
  const rules = policy.map((rule, i) => ({ ...rule, id: uuid(100 + i), vpc_id: vpc.id, name: `rule-${i}` }))
  const instances = vpc.machines.filter(({ kind }) => kind === 'instance')
  const names = {
    isVpc: (name: string) => name === vpc.name,
    subnetId: (name: string) => vpc.subnets.find((one) => one.name === name)?.id,
    instanceId: (name: string) => instances.find((one) => one.name === name)?.id,
  }
  const all = (list: RuleNode['targets']): NetworkSelector[] =>
    list.flatMap((selector) => resolveSelector(names, selector) ?? [])
  const topology: Topology = {
    vpcs: [vpc],
    subnets: vpc.subnets,
    routers: [],
    routes: [],
    gateways: [],
    rules,
    instances: instances.map((one) => ({ ...one, run_state: 'running' })),
    interfaces: vpc.interfaces,
    external_ips: [],
  }
  return { topology, vpc: { ...vpc, rules: rules.filter(({ status }) => status === 'enabled').map(resolved) } }

  function resolved({ targets, filters: { hosts, ports, protocols }, ...rule }: RuleNode): NetworkRule {
    return {
      ...rule,
      targets: all(targets),
      hosts: hosts?.length ? all(hosts) : null,
      ports: ports?.length ? ports : null,
      protocols: protocols?.length ? protocols : null,
    }
  }
}

export const OUTSIDE = ['198.51.100.7', '203.0.113.1', '192.0.2.200']
const IPS = [...VPC_NETWORK.interfaces.map(({ ip }) => ip), ...OUTSIDE, '10.0.3.9', '2001:db8::7']
const NETS = [
  '0.0.0.0/0',
  '10.0.0.0/8',
  '10.0.1.0/24',
  // with host bits
  '10.0.2.9/24',
  '10.0.2.4/31',
  '10.0.2.6/32',
  '198.51.100.0/24',
  '128.0.0.0/1',
  '::/0',
  '2001:db8::/64',
]
const PORTS = ['22', '80', '443', '1', '65535', '20-90', '79-80', '1-65535', '8000-8999', '5432-5432']
/** Around the ends of the ranges. */
const ASKED_PORTS = [1, 19, 20, 22, 79, 80, 90, 91, 443, 5432, 7999, 8000, 8999, 9000, 65_535]

const selector = fc.oneof(
  fc.record({ type: fc.constant('vpc' as const), value: fc.constantFrom('prod', 'prod', 'lab') }),
  fc.record({ type: fc.constant('subnet' as const), value: fc.constantFrom('front', 'back', 'lonely', 'nowhere') }),
  fc.record({ type: fc.constant('instance' as const), value: fc.constantFrom('web', 'app', 'db', 'idle', 'nobody') }),
  fc.record({ type: fc.constant('ip' as const), value: fc.constantFrom(...IPS) }),
  fc.record({ type: fc.constant('ip_net' as const), value: fc.constantFrom(...NETS) }),
)
const filter = <T>(item: fc.Arbitrary<T>) => fc.option(fc.array(item, { maxLength: 3 }), { nil: null })

export const policies: fc.Arbitrary<Policy> = fc.array(
  fc.record({
    description: fc.constant(''),
    status: fc.constantFrom('enabled' as const, 'enabled' as const, 'enabled' as const, 'disabled' as const),
    direction: fc.constantFrom('inbound' as const, 'outbound' as const),
    action: fc.constantFrom('allow' as const, 'deny' as const),
    priority: fc.constantFrom(0, 1, 2, 100, 65_534, 65_535),
    targets: fc.array(selector, { maxLength: 3 }),
    filters: fc.record({
      hosts: filter(selector),
      ports: filter(fc.constantFrom(...PORTS)),
      protocols: filter(fc.constantFrom('TCP' as const, 'UDP' as const, 'ICMP' as const)),
    }),
  }),
  { maxLength: 8 },
)

/** What somebody sends, or tries to. */
export const traffic = fc.oneof(
  fc.record({ protocol: fc.constantFrom('TCP' as const, 'UDP' as const), port: fc.constantFrom(...ASKED_PORTS) }),
  fc.constant({ protocol: 'ICMP' as const, port: null }),
)
