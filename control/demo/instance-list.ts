// Which instances the demo has. Most of them run, some are stopped, and a few have failed.
import { LOCAL, OPERATORS, SSO } from './silo.ts'

export interface Wanted {
  silo: string
  user: string
  project: string
  name: string
  description: string
  ncpus: number
  /** GiB */
  memory: number
  image: string
  /** The size of the boot disk in GiB. */
  disk: number
  /** When it was created, in days before the end. */
  day: number
  attach?: string[]
  floatingIp?: string
  isPublic?: boolean
  isStopped?: boolean
  /** Not restarted after a failure. */
  isLeftAlone?: boolean
  apart?: string
  nic?: { vpc: string; subnet: string }
}

type Size = [ncpus: number, memory: number, disk: number]
type Some = Partial<Wanted>

const of =
  (silo: string, user: string, project: string, image: string) =>
  (day: number, name: string, description: string, [ncpus, memory, disk]: Size, more: Some = {}): Wanted => ({
    silo,
    user,
    project,
    image,
    day,
    name,
    description,
    ncpus,
    memory,
    disk,
    ...more,
  })

const numbered = (count: number, each: (n: number) => Wanted): Wanted[] =>
  Array.from({ length: count }, (_, n) => each(n + 1))

const shop = of(OPERATORS, 'hedy', 'storefront', 'debian-12')
const bank = of(OPERATORS, 'admin', 'billing', 'debian-12')
const data = of(OPERATORS, 'admin', 'analytics', 'ubuntu-24-04')
const trial = of(OPERATORS, 'hedy', 'staging', 'alpine-3-21')
const farm = of(OPERATORS, 'admin', 'build-farm', 'ubuntu-24-04')
const watch = of(OPERATORS, 'admin', 'observability', 'debian-12')
const tiles = of(LOCAL, 'ada', 'tiles', 'renderer')
const routing = of(LOCAL, 'grace', 'routing', 'router')
const imaging = of(SSO, 'noor@aurora.example', 'imaging', 'pacs-node')

const WEB: Size = [2, 4, 10]
const ingest = { vpc: 'lakehouse', subnet: 'ingest' }
const compute = { vpc: 'lakehouse', subnet: 'compute' }
const gateways = { vpc: 'payments', subnet: 'gateways' }

export const wanted: readonly Wanted[] = [
  shop(28, 'web-1', 'Serves the shop', WEB, { floatingIp: 'shop', apart: 'web' }),
  shop(28, 'web-2', 'Serves the shop', WEB, { isPublic: true, apart: 'web' }),
  shop(12, 'web-3', 'Serves the shop since the autumn sale', WEB, { isPublic: true }),
  shop(12, 'web-4', 'Serves the shop since the autumn sale', WEB, { isPublic: true }),
  shop(28, 'catalog-db', 'Products and prices', [4, 16, 20], { attach: ['catalog-data'] }),
  shop(20, 'catalog-replica', 'Takes over when the first one fails', [4, 16, 20]),
  shop(28, 'search', '', [4, 8, 20], { isStopped: true, image: 'ubuntu-24-04', attach: ['search-index'] }),
  shop(27, 'cart-1', 'Baskets, in memory', [2, 8, 10], { nic: { vpc: 'default', subnet: 'backend' } }),
  shop(27, 'cart-2', 'Baskets, in memory', [2, 8, 10], { nic: { vpc: 'default', subnet: 'backend' } }),
  shop(26, 'checkout', 'Talks to billing', [4, 8, 10]),
  shop(19, 'photo-resizer', 'Scales product photos', [2, 4, 10], { attach: ['product-photos'], image: 'fedora-42' }),
  shop(8, 'edge-cache', 'Keeps what customers ask for most', [2, 8, 20], { image: 'freebsd-14', isPublic: true }),

  bank(28, 'ledger', 'Books every payment', [4, 16, 20], { attach: ['ledger'], isLeftAlone: true }),
  bank(28, 'settlement', 'Runs at night', [2, 8, 10], { isStopped: true }),
  bank(26, 'invoicer', 'Sends invoices', [2, 4, 10], { image: 'settlement-base' }),
  bank(26, 'gateway-1', 'Calls the banks', [2, 4, 10], { nic: gateways, floatingIp: 'dmz-1' }),
  bank(23, 'gateway-2', 'Calls the banks', [2, 4, 10], { nic: gateways, floatingIp: 'dmz-2' }),
  bank(16, 'fraud-check', 'Says no to some payments', [4, 8, 20], { image: 'rocky-9' }),
  bank(10, 'archive-reader', 'For the auditors, once a year', [1, 2, 10], {
    isStopped: true,
    attach: ['invoice-archive'],
  }),

  data(28, 'warehouse', 'Answers the reports', [8, 32, 40], { attach: ['warehouse'] }),
  ...numbered(3, (n) => data(24 - n, `loader-${n}`, 'Takes files from partners', [4, 8, 20], { nic: ingest })),
  ...numbered(3, (n) => data(22 - n, `query-${n}`, 'Query worker', [8, 32, 40], { nic: compute })),
  data(15, 'notebook', 'Of the data team', [4, 16, 40], { isStopped: true, attach: ['scratch'] }),
  data(14, 'dashboards', 'Reports for the board', [2, 4, 10], { floatingIp: 'dashboards', image: 'debian-12' }),

  trial(28, 'shop-next', 'The next release', [2, 4, 4], { isPublic: true }),
  trial(26, 'shop-next-db', 'Data of the next release', [2, 8, 20], { image: 'debian-12' }),
  trial(9, 'old-board-refuses-to-start', 'Kept to see what a fault looks like', [1, 2, 4], { isLeftAlone: true }),
  trial(6, 'canary-fails-after-boot', 'Shows what a crash looks like', [1, 2, 4], { isLeftAlone: true }),
  trial(18, 'load-test-1', 'Started by hand before a release', [4, 8, 10], { isStopped: true }),
  trial(18, 'load-test-2', 'Started by hand before a release', [4, 8, 10], { isStopped: true }),
  trial(4, 'importer-slow-to-stop', 'Finishes its work before it stops', [2, 4, 10]),
  trial(5, 'windows-trial', 'Can the old software be moved?', [4, 16, 40], { image: 'windows-server' }),

  ...numbered(10, (n) => farm(27, `builder-${n}`, '', [4, 8, 30], { isStopped: n === 3 || n === 8 })),
  farm(27, 'cache', 'Packages and layers', [2, 8, 20], { attach: ['package-cache'] }),
  farm(11, 'signer', 'Signs releases; nobody signs in here', [1, 2, 10], { image: 'alpine-3-21', isLeftAlone: true }),

  watch(28, 'metrics', 'Collects from everything', [4, 16, 20], { attach: ['metrics-data'] }),
  watch(28, 'logs', 'Thirty days', [4, 16, 20], { attach: ['log-store'] }),
  watch(28, 'alerts', 'Wakes people', [1, 2, 10]),
  watch(23, 'traces', 'One request in a hundred', [2, 4, 20]),
  watch(22, 'status-page', 'What customers see when we are down', [1, 2, 10], { floatingIp: 'status-page' }),

  ...numbered(3, (n) => tiles(25, `render-${n}`, 'Renders one zoom level', [2, 4, 20])),
  tiles(25, 'tile-cache', 'Serves rendered tiles', [2, 8, 40], { isPublic: true }),
  ...numbered(2, (n) => routing(21 - n, `osrm-${n}`, 'Finds the way', [4, 16, 60], { isPublic: n === 1 })),

  imaging(26, 'pacs', 'Stores scans', [4, 16, 80]),
  imaging(26, 'viewer', 'Shows scans to doctors', [4, 8, 40], { isPublic: true }),
  imaging(13, 'triage', 'Sorts scans by urgency', [8, 32, 80]),
  imaging(13, 'reports', 'Writes letters', [2, 8, 40]),
  imaging(7, 'archive', 'Scans of closed cases', [4, 16, 80]),
]
