// The demo's networks: the shop's default VPC grown a little, and a VPC of its own for payments.
import { unwrap } from '#contract/client.ts'
import type { Demo } from './demo.ts'

export async function furnishNetworks(demo: Demo): Promise<void> {
  await furnishStorefront(demo)
  await furnishPayments(demo)
}

async function furnishStorefront({ admin }: Demo): Promise<void> {
  const query = { project: 'storefront', vpc: 'default' }
  const router = { name: 'inspected', description: 'Sends what leaves through the inspection host' }
  unwrap('vpc_router_create', await admin('vpc_router_create', { query, body: router }))
  const routes = [
    {
      name: 'partners',
      description: 'Partner networks, by way of the inspection host',
      destination: { type: 'ip_net', value: '198.51.100.0/24' },
      target: { type: 'ip', value: '172.30.0.10' },
    },
    {
      name: 'no-telemetry',
      description: 'Appliances may not call home',
      destination: { type: 'ip_net', value: '192.0.2.0/24' },
      target: { type: 'drop' },
    },
  ] as const
  for (const body of routes)
    unwrap(
      'vpc_router_route_create',
      await admin('vpc_router_route_create', { query: { ...query, router: router.name }, body }),
    )
  const subnet = {
    name: 'backend',
    description: 'Databases and caches',
    ipv4Block: '172.30.8.0/24',
    customRouter: router.name,
  }
  unwrap('vpc_subnet_create', await admin('vpc_subnet_create', { query, body: subnet }))
  await openPorts(
    { admin },
    query,
    { name: 'allow-web', description: 'Customers', ports: ['80', '443'], hosts: null },
    {
      name: 'allow-metrics',
      description: 'Collectors in the office',
      ports: ['9090-9100'],
      hosts: [{ type: 'ip_net' as const, value: '203.0.113.0/26' }],
    },
  )
}

async function furnishPayments({ admin }: Demo): Promise<void> {
  const vpc = { name: 'payments', description: 'Kept apart for the auditors', dnsName: 'payments' }
  unwrap('vpc_create', await admin('vpc_create', { query: { project: 'billing' }, body: vpc }))
  const query = { project: 'billing', vpc: vpc.name }
  for (const body of [
    { name: 'gateways', description: 'Talk to the banks', ipv4Block: '10.20.0.0/24' },
    { name: 'ledger', description: 'Never talks to anyone outside', ipv4Block: '10.20.1.0/24' },
  ])
    unwrap('vpc_subnet_create', await admin('vpc_subnet_create', { query, body }))
  const gateway = { name: 'banks', description: 'The way out that banks know' }
  unwrap('internet_gateway_create', await admin('internet_gateway_create', { query, body: gateway }))
  const address = { name: 'registered', description: 'As registered with the banks', address: '203.0.113.77' }
  const at = { ...query, gateway: gateway.name }
  unwrap(
    'internet_gateway_ip_address_create',
    await admin('internet_gateway_ip_address_create', { query: at, body: address }),
  )
}

interface Opening {
  name: string
  description: string
  ports: string[]
  hosts: { type: 'ip_net'; value: string }[] | null
}

/** Adds to the rules that are there, which a PUT would otherwise replace. */
async function openPorts(
  { admin }: Pick<Demo, 'admin'>,
  query: { project: string; vpc: string },
  ...openings: Opening[]
): Promise<void> {
  const { rules } = unwrap('vpc_firewall_rules_view', await admin('vpc_firewall_rules_view', { query }))
  const added = openings.map(({ name, description, ports, hosts }, i) => ({
    name,
    description,
    status: 'enabled' as const,
    direction: 'inbound' as const,
    targets: [{ type: 'vpc' as const, value: query.vpc }],
    filters: { hosts, ports, protocols: ['TCP' as const] },
    action: 'allow' as const,
    priority: 1000 + 10 * i,
  }))
  const body = { rules: [...rules, ...added] }
  unwrap('vpc_firewall_rules_update', await admin('vpc_firewall_rules_update', { query, body }))
}
