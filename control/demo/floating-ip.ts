// The demo's floating IPs: addresses that customers, banks and partners have written down.
import { type Task, task } from './task.ts'

const addresses = [
  { project: 'storefront', body: { name: 'shop', description: 'What the name of the shop resolves to' } },
  { project: 'storefront', body: { name: 'shop-standby', description: 'For the day the first one moves' } },
  { project: 'storefront', body: { name: 'suppliers', description: 'Orders from suppliers', pool: 'partners' } },
  { project: 'billing', body: { name: 'banks', description: 'As registered with the banks', ip: '203.0.113.77' } },
  { project: 'analytics', body: { name: 'dashboards', description: 'Reports for the board' } },
  { project: 'observability', body: { name: 'status-page', description: 'Must stay up when nothing else does' } },
]

/** Nine of the ten that the old firewall lets through. */
const dmz = Array.from({ length: 9 }, (_, n) => ({
  project: n < 5 ? 'billing' : 'build-farm',
  body: { name: `dmz-${n + 1}`, description: n < 5 ? 'Bank interface' : 'Artifact mirror', pool: 'dmz' },
}))

export const floatingIps = (): Task[] =>
  [...addresses.map((each) => ({ ...each, day: 29 })), ...dmz.map((each, n) => ({ ...each, day: 26 - 2 * n }))].map(
    ({ project, body, day }) =>
      task(day, '11:10', ({ admin }) => admin('floating_ip_create', { query: { project }, body })),
  )
