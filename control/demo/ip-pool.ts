// The demo's external addresses: a pool for everybody, one for partners, one that is nearly full, and two that are not in use yet.
import { type Demo, type Task, task } from './task.ts'
import { LOCAL, OPERATORS, SSO } from './silo.ts'

const all = [
  {
    body: { name: 'public', description: 'Reachable from the internet' },
    ranges: [
      { first: '203.0.113.16', last: '203.0.113.126' },
      { first: '203.0.113.144', last: '203.0.113.190' },
    ],
    links: [
      { silo: OPERATORS, isDefault: true },
      { silo: LOCAL, isDefault: true },
    ],
  },
  {
    body: { name: 'partners', description: 'Reachable from partner networks only' },
    ranges: [{ first: '198.51.100.10', last: '198.51.100.29' }],
    links: [{ silo: OPERATORS, isDefault: false }],
  },
  {
    body: { name: 'dmz', description: 'Allowed through the old firewall; ask before taking one' },
    ranges: [{ first: '198.51.100.200', last: '198.51.100.209' }],
    links: [{ silo: OPERATORS, isDefault: false }],
  },
  {
    body: { name: 'new-uplink', description: 'For when the second line is in place' },
    ranges: [{ first: '192.0.2.64', last: '192.0.2.95' }],
    links: [],
  },
  { body: { name: 'reserve', description: 'Has no addresses yet' }, ranges: [], links: [] },
]

async function addPools({ admin }: Demo): Promise<void> {
  for (const { body, ranges, links } of all) {
    const path = { pool: body.name }
    await admin('ip_pool_create', { body })
    for (const range of ranges) await admin('ip_pool_range_add', { path, body: range })
    for (const link of links) await admin('ip_pool_silo_link', { path, body: link })
  }
}

const linkAurora = ({ admin }: Demo) =>
  admin('ip_pool_silo_link', { path: { pool: 'public' }, body: { silo: SSO, isDefault: true } })

export const pools = (): Task[] => [task(30, '09:20', addPools), task(27, '09:30', linkAurora)]
