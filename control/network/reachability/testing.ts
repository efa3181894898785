// A small network for the specs: two VPCs, an appliance, addresses of every kind.
import type { InterfaceNode } from '#drivers/network.ts'
import type { InstanceNode, Question, RouteNode, RuleNode, Topology } from './topology.ts'

export const rule = (name: string, more: Partial<RuleNode> = {}): RuleNode => ({
  id: `rule-${name}`,
  name,
  vpc_id: 'prod',
  status: 'enabled',
  direction: 'inbound',
  action: 'allow',
  priority: 65534,
  targets: [{ type: 'vpc', value: 'prod' }],
  filters: { hosts: null, ports: null, protocols: null },
  ...more,
})

export const route = (name: string, destination: RouteNode['destination'], target: RouteNode['target']): RouteNode => ({
  id: `route-${name}`,
  name,
  vpc_router_id: 'custom',
  kind: 'custom',
  destination,
  target,
})

export const net = (value: string) => ({ type: 'ip_net' as const, value })

const nic = (instance_id: string, subnet_id: string, ip: string, more: Partial<InterfaceNode> = {}): InterfaceNode => ({
  id: `nic-${ip}`,
  name: 'net0',
  instance_id,
  vpc_id: subnet_id === 'lab-default' ? 'lab' : 'prod',
  subnet_id,
  ip,
  primary: true,
  transit_ips: [],
  ...more,
})

const running = (name: string): InstanceNode => ({ id: name, name, run_state: 'running' })

const defaultRules = (vpc: string): RuleNode[] => {
  const own = { vpc_id: vpc, targets: [{ type: 'vpc' as const, value: vpc }] }
  return [
    rule(`${vpc}-internal`, { ...own, filters: { hosts: own.targets, ports: null, protocols: null } }),
    rule(`${vpc}-ssh`, { ...own, filters: { hosts: null, ports: ['22'], protocols: ['TCP'] } }),
    rule(`${vpc}-icmp`, { ...own, filters: { hosts: null, ports: null, protocols: ['ICMP'] } }),
  ]
}

const systemRoutes = (vpc: string, subnets: string[]): RouteNode[] => [
  {
    ...route(`${vpc}-v4`, net('0.0.0.0/0'), { type: 'internet_gateway', value: 'default' }),
    vpc_router_id: `${vpc}-system`,
    kind: 'default',
  },
  ...subnets.map((name) => ({
    ...route(`${vpc}-${name}`, { type: 'subnet', value: name }, { type: 'subnet', value: name }),
    vpc_router_id: `${vpc}-system`,
    kind: 'vpc_subnet' as const,
  })),
]

/** web (floating IP), db and appliance in VPC prod; bench (ephemeral IP) in VPC lab; hermit without interfaces. */
export const network: Topology = {
  vpcs: [
    { id: 'prod', name: 'prod' },
    { id: 'lab', name: 'lab' },
  ],
  subnets: [
    {
      id: 'front',
      name: 'front',
      vpc_id: 'prod',
      ipv4_block: '10.0.1.0/24',
      ipv6_block: 'fd00:0:0:1::/64',
      custom_router_id: null,
    },
    {
      id: 'back',
      name: 'back',
      vpc_id: 'prod',
      ipv4_block: '10.0.2.0/24',
      ipv6_block: 'fd00:0:0:2::/64',
      custom_router_id: 'custom',
    },
    {
      id: 'lab-default',
      name: 'default',
      vpc_id: 'lab',
      ipv4_block: '10.0.1.0/24',
      ipv6_block: 'fd01::/64',
      custom_router_id: null,
    },
  ],
  routers: [
    { id: 'prod-system', name: 'system', vpc_id: 'prod', kind: 'system' },
    { id: 'lab-system', name: 'system', vpc_id: 'lab', kind: 'system' },
    { id: 'custom', name: 'custom', vpc_id: 'prod', kind: 'custom' },
  ],
  routes: [...systemRoutes('prod', ['front', 'back']), ...systemRoutes('lab', ['default'])],
  gateways: [
    { id: 'prod-gateway', name: 'default', vpc_id: 'prod', pool_ids: ['public'], addresses: [] },
    { id: 'lab-gateway', name: 'default', vpc_id: 'lab', pool_ids: ['public'], addresses: [] },
  ],
  rules: [...defaultRules('prod'), ...defaultRules('lab')],
  instances: ['web', 'db', 'appliance', 'bench', 'hermit'].map(running),
  interfaces: [
    nic('web', 'front', '10.0.1.5'),
    nic('db', 'back', '10.0.2.5'),
    nic('appliance', 'back', '10.0.2.6', { transit_ips: ['10.9.0.0/16'] }),
    nic('bench', 'lab-default', '10.0.1.5'),
  ],
  external_ips: [
    { instance_id: 'web', kind: 'floating', name: 'web-ip', ip: '203.0.113.10', ip_pool_id: 'public' },
    { instance_id: 'bench', kind: 'ephemeral', name: null, ip: '203.0.113.50', ip_pool_id: 'public' },
    ...['web', 'db', 'appliance', 'bench'].map((instance_id) => ({
      instance_id,
      kind: 'snat' as const,
      name: null,
      ip: '203.0.113.1',
      ip_pool_id: 'public',
    })),
  ],
}

const endOf = (text: string): Question['source'] => {
  if (text === 'internet') return { type: 'outside', ip: null }
  return /[.:]/.test(text) ? { type: 'outside', ip: text } : { type: 'instance', id: text }
}

/** `ask('web', 'db', 'TCP', 5432)`; an end is an instance's name, an address, or `internet`. */
export const ask = (
  source: string,
  destination: string,
  protocol: Question['protocol'],
  port: number | null = null,
): Question => ({ source: endOf(source), destination: endOf(destination), protocol, port })
