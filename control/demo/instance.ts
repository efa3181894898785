// The demo's instances: most at work, some at rest, one that fails. Their machines come up by themselves, a moment later.
import { GIB } from '#contract/limits.ts'
import { unwrap } from '#contract/client.ts'
import type { Demo } from './demo.ts'

interface Wanted {
  project: string
  name: string
  description: string
  ncpus: number
  /** GiB */
  memory: number
  image: string
  /** Of the boot disk, GiB */
  disk: number
  attach?: string[]
  floatingIp?: string
  isPublic?: boolean
  isStopped?: boolean
  isLeftAlone?: boolean
  apart?: string
}

const instances: readonly Wanted[] = [
  {
    project: 'storefront',
    name: 'web-1',
    description: 'Serves the shop',
    ncpus: 2,
    memory: 4,
    image: 'debian-12',
    disk: 10,
    floatingIp: 'shop',
    apart: 'web',
  },
  {
    project: 'storefront',
    name: 'web-2',
    description: 'Serves the shop',
    ncpus: 2,
    memory: 4,
    image: 'debian-12',
    disk: 10,
    isPublic: true,
    apart: 'web',
  },
  {
    project: 'storefront',
    name: 'catalog-db',
    description: 'Products and prices',
    ncpus: 4,
    memory: 16,
    image: 'debian-12',
    disk: 20,
    attach: ['catalog-data'],
  },
  {
    project: 'storefront',
    name: 'search',
    description: '',
    ncpus: 4,
    memory: 8,
    isStopped: true,
    image: 'ubuntu-24-04',
    disk: 20,
    attach: ['search-index'],
  },
  {
    project: 'billing',
    name: 'ledger',
    description: 'Books every payment',
    ncpus: 4,
    memory: 16,
    image: 'debian-12',
    disk: 20,
    attach: ['ledger'],
    isLeftAlone: true,
  },
  {
    project: 'billing',
    name: 'settlement',
    description: 'Runs at night',
    ncpus: 2,
    memory: 8,
    isStopped: true,
    image: 'debian-12',
    disk: 10,
  },
  {
    project: 'analytics',
    name: 'warehouse',
    description: 'Answers the reports',
    ncpus: 8,
    memory: 32,
    image: 'ubuntu-24-04',
    disk: 40,
    attach: ['warehouse'],
  },
  {
    project: 'staging',
    name: 'shop-next',
    description: 'The next release',
    ncpus: 2,
    memory: 4,
    image: 'alpine-3-21',
    disk: 4,
    isPublic: true,
  },
  {
    project: 'staging',
    name: 'old-board-refuses-to-start',
    description: 'Kept to see what a fault looks like',
    ncpus: 1,
    memory: 2,
    image: 'alpine-3-21',
    disk: 4,
    isLeftAlone: true,
  },
  ...[1, 2, 3].map((n) => ({
    project: 'build-farm',
    name: `builder-${n}`,
    description: '',
    ncpus: 4,
    memory: 8,
    isStopped: n === 3,
    image: 'ubuntu-24-04',
    disk: 30,
  })),
]

const web = { name: 'web', description: 'Never both on one sled', policy: 'allow', failureDomain: 'sled' } as const
const near = {
  name: 'catalog',
  description: 'Search close to its data',
  policy: 'allow',
  failureDomain: 'sled',
} as const

export async function furnishInstances(demo: Demo): Promise<void> {
  const { admin } = demo
  const query = { project: 'storefront' }
  unwrap('anti_affinity_group_create', await admin('anti_affinity_group_create', { query, body: web }))
  unwrap('affinity_group_create', await admin('affinity_group_create', { query, body: near }))
  for (const wanted of instances) await furnish(demo, wanted)
  const path = { affinityGroup: near.name, instance: 'search' }
  const member = await admin('affinity_group_member_instance_add', { path, query })
  unwrap('affinity_group_member_instance_add', member)
}

async function furnish({ admin }: Demo, wanted: Wanted): Promise<void> {
  const { project, name, description, ncpus, memory, image, disk, attach = [], floatingIp, apart } = wanted
  const { id: imageId } = unwrap('image_view', await admin('image_view', { path: { image } }))
  const bootDisk = {
    type: 'create' as const,
    name: `${name}-boot`,
    description: '',
    size: disk * GIB,
    diskSource: { type: 'image' as const, imageId },
  }
  const body = {
    name,
    description,
    hostname: name,
    ncpus,
    memory: memory * GIB,
    bootDisk,
    disks: attach.map((each) => ({ type: 'attach' as const, name: each })),
    externalIps: [
      ...(floatingIp ? [{ type: 'floating' as const, floatingIp }] : []),
      ...(wanted.isPublic ? [{ type: 'ephemeral' as const }] : []),
    ],
    antiAffinityGroups: apart ? [apart] : [],
    autoRestartPolicy: wanted.isLeftAlone ? ('never' as const) : null,
    start: !wanted.isStopped,
  }
  unwrap('instance_create', await admin('instance_create', { query: { project }, body }))
}
