// The demo's networks: the shop's default VPC with an inspected subnet, a VPC of its own for payments, and one for the data platform
// whose rules show what a firewall can say.
import type { Params } from '#contract/client.ts'
import { type Act, type Demo, type Task, task } from './task.ts'

type Rule = Params<'vpc_firewall_rules_update'>['body']['rules'] extends (infer R)[] | undefined ? R : never
type Vpc = { project: string; vpc: string }
type RouteBody = Params<'vpc_router_route_create'>['body']

async function addRouter(admin: Act, query: Vpc, body: { name: string; description: string }, routes: RouteBody[]) {
  await admin('vpc_router_create', { query, body })
  for (const route of routes)
    await admin('vpc_router_route_create', { query: { ...query, router: body.name }, body: route })
}

/** Adds to the rules that are there, which a PUT would otherwise replace. */
async function addRules(admin: Act, query: Vpc, added: Partial<Rule>[]): Promise<void> {
  const { rules } = await admin('vpc_firewall_rules_view', { query })
  const whole = added.map((rule, n) => ({
    name: '',
    description: '',
    status: 'enabled' as const,
    direction: 'inbound' as const,
    targets: [{ type: 'vpc' as const, value: query.vpc }],
    action: 'allow' as const,
    priority: 1000 + 10 * n,
    ...rule,
    filters: { hosts: null, ports: null, protocols: null, ...rule.filters },
  }))
  await admin('vpc_firewall_rules_update', { query, body: { rules: [...rules, ...whole] as Rule[] } })
}

const TCP = ['TCP' as const]

async function addShop({ admin }: Demo): Promise<void> {
  const query = { project: 'storefront', vpc: 'default' }
  const router = { name: 'inspected', description: 'Sends what leaves through the inspection host' }
  await addRouter(admin, query, router, [
    {
      name: 'partners',
      description: 'Partner networks, by way of the inspection host',
      destination: { type: 'ip_net', value: '198.51.100.0/24' },
      target: { type: 'ip', value: '172.30.0.10' },
    },
    {
      name: 'no-telemetry',
      description: 'Appliances must not call home',
      destination: { type: 'ip_net', value: '192.0.2.0/24' },
      target: { type: 'drop' },
    },
  ])
  const subnet = { name: 'backend', description: 'Databases and caches', ipv4Block: '172.30.8.0/24' }
  await admin('vpc_subnet_create', { query, body: { ...subnet, customRouter: router.name } })
  await addRules(admin, query, [
    { name: 'allow-web', description: 'Customers', filters: { ports: ['80', '443'], protocols: TCP } },
    {
      name: 'allow-metrics',
      description: 'Collectors in the office',
      filters: { ports: ['9090-9100'], hosts: [{ type: 'ip_net', value: '203.0.113.0/26' }], protocols: TCP },
    },
  ])
}

async function addPayments({ admin }: Demo): Promise<void> {
  const vpc = { name: 'payments', description: 'Kept apart for the auditors', dnsName: 'payments' }
  await admin('vpc_create', { query: { project: 'billing' }, body: vpc })
  const query = { project: 'billing', vpc: vpc.name }
  for (const body of [
    { name: 'gateways', description: 'Talk to the banks', ipv4Block: '10.20.0.0/24' },
    { name: 'ledger', description: 'Never talks to anyone outside', ipv4Block: '10.20.1.0/24' },
  ])
    await admin('vpc_subnet_create', { query, body })
  const gateway = { name: 'banks', description: 'The way out that banks know' }
  await admin('internet_gateway_create', { query, body: gateway })
  const address = { name: 'registered', description: 'As registered with the banks', address: '203.0.113.77' }
  await admin('internet_gateway_ip_address_create', { query: { ...query, gateway: gateway.name }, body: address })
  await addRules(admin, query, [
    {
      name: 'banks-only',
      description: 'Gateways take calls from the banks and from nobody else',
      targets: [{ type: 'subnet', value: 'gateways' }],
      filters: { ports: ['8443'], hosts: [{ type: 'ip_net', value: '198.51.100.64/27' }], protocols: TCP },
      priority: 100,
    },
    {
      name: 'ledger-stays-inside',
      description: 'Wins over every rule with a larger priority number',
      direction: 'outbound',
      action: 'deny',
      targets: [{ type: 'subnet', value: 'ledger' }],
      priority: 10,
    },
  ])
}

async function addLakehouse({ admin }: Demo): Promise<void> {
  const vpc = { name: 'lakehouse', description: 'From raw files to reports', dnsName: 'lakehouse' }
  await admin('vpc_create', { query: { project: 'analytics' }, body: vpc })
  const query = { project: 'analytics', vpc: vpc.name }
  await addRouter(admin, query, { name: 'sealed', description: 'No way out, except to the warehouse' }, [
    {
      name: 'nothing-leaves',
      description: 'Research data stays here',
      destination: { type: 'ip_net', value: '0.0.0.0/0' },
      target: { type: 'drop' },
    },
  ])
  for (const body of [
    { name: 'ingest', description: 'Takes files from outside', ipv4Block: '10.40.0.0/24' },
    { name: 'compute', description: 'Query workers', ipv4Block: '10.40.1.0/24', customRouter: 'sealed' },
  ])
    await admin('vpc_subnet_create', { query, body })
  await addRules(admin, query, [
    {
      name: 'ingest-from-partners',
      description: 'Two networks, one port, one subnet',
      targets: [{ type: 'subnet', value: 'ingest' }],
      filters: {
        hosts: [
          { type: 'ip_net', value: '198.51.100.0/25' },
          { type: 'ip_net', value: '203.0.113.0/26' },
        ],
        ports: ['2222'],
        protocols: TCP,
      },
    },
    {
      name: 'queries-within',
      description: 'Workers reach each other on every port',
      targets: [{ type: 'subnet', value: 'compute' }],
      filters: { hosts: [{ type: 'subnet', value: 'compute' }], protocols: TCP },
    },
    {
      name: 'no-ssh-to-workers',
      description: 'Denies what allow-ssh allows, because its priority is stronger',
      action: 'deny',
      targets: [{ type: 'subnet', value: 'compute' }],
      filters: { ports: ['22'], protocols: TCP },
      priority: 20,
    },
    {
      name: 'debug-port',
      description: 'Switch on for an afternoon, then off again',
      status: 'disabled',
      filters: { ports: ['5005'], protocols: TCP },
      priority: 500,
    },
  ])
}

export const networks = (): Task[] => [
  task(29, '09:05', addShop),
  task(29, '09:40', addPayments),
  task(29, '10:15', addLakehouse),
]
