// The demo's external addresses: one pool that everybody draws from, one for partners, one that nobody may use yet.
import { unwrap } from '#contract/client.ts'
import type { Demo } from './demo.ts'
import { silo as tenant } from './silo.ts'

const pools = [
  {
    body: { name: 'public', description: 'Reachable from the internet' },
    ranges: [
      { first: '203.0.113.16', last: '203.0.113.126' },
      { first: '203.0.113.144', last: '203.0.113.190' },
    ],
    silos: [
      { silo: 'recovery', isDefault: true },
      { silo: tenant, isDefault: true },
    ],
  },
  {
    body: { name: 'partners', description: 'Reachable from partner networks only' },
    ranges: [{ first: '198.51.100.10', last: '198.51.100.29' }],
    silos: [{ silo: 'recovery', isDefault: false }],
  },
  {
    body: { name: 'new-uplink', description: 'For when the second line is in place' },
    ranges: [{ first: '192.0.2.64', last: '192.0.2.95' }],
    silos: [],
  },
]

export async function furnishPools({ admin }: Demo): Promise<void> {
  for (const { body, ranges, silos } of pools) {
    const path = { pool: body.name }
    unwrap('ip_pool_create', await admin('ip_pool_create', { body }))
    for (const range of ranges) unwrap('ip_pool_range_add', await admin('ip_pool_range_add', { path, body: range }))
    for (const link of silos) unwrap('ip_pool_silo_link', await admin('ip_pool_silo_link', { path, body: link }))
  }
}
