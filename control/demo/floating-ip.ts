// The demo's floating IPs: addresses that customers, banks and partners have written down.
import { unwrap } from '#contract/client.ts'
import type { Demo } from './demo.ts'

const addresses = [
  { project: 'storefront', body: { name: 'shop', description: 'What the name of the shop resolves to' } },
  { project: 'storefront', body: { name: 'shop-standby', description: 'For the day the first one moves' } },
  { project: 'storefront', body: { name: 'suppliers', description: 'Orders from suppliers', pool: 'partners' } },
  { project: 'billing', body: { name: 'banks', description: 'As registered with the banks', ip: '203.0.113.77' } },
]

export async function furnishFloatingIps({ admin }: Demo): Promise<void> {
  for (const { project, body } of addresses)
    unwrap('floating_ip_create', await admin('floating_ip_create', { query: { project }, body }))
}
