// The demo's images, disks and snapshots. An image comes in as people bring one in: written into a disk, finalized with a
// snapshot, made an image, and the rest thrown away.
import { GIB } from '#contract/limits.ts'
import { unwrap } from '#contract/client.ts'
import type { Demo } from './demo.ts'

const images = [
  { name: 'debian-12', description: 'What most of our machines run', os: 'Debian', version: '12.10', size: 2 },
  { name: 'ubuntu-24-04', description: 'For what needs newer kernels', os: 'Ubuntu', version: '24.04.2', size: 3 },
  { name: 'alpine-3-21', description: 'Small and quick to start', os: 'Alpine', version: '3.21', size: 1 },
]
/** Stays in its project: nobody else should build on it. */
const projectImage = {
  project: 'billing',
  body: { name: 'settlement-base', description: 'Debian with the bank certificates', os: 'Debian', version: '12.10' },
}

const disks = [
  { project: 'storefront', name: 'catalog-data', description: 'Products and prices', size: 40 },
  { project: 'storefront', name: 'search-index', description: 'Can be built again from the catalog', size: 20 },
  { project: 'billing', name: 'ledger', description: 'Every booking since 2019', size: 120 },
  { project: 'billing', name: 'invoice-archive', description: '', size: 250 },
  { project: 'analytics', name: 'warehouse', description: 'Columnar store', size: 500 },
  { project: 'analytics', name: 'scratch', description: 'May be deleted at any time', size: 64 },
]

const snapshots = [
  { project: 'billing', disk: 'ledger', name: 'ledger-before-migration', description: 'Before the move to version 4' },
  { project: 'billing', disk: 'ledger', name: 'ledger-year-end', description: 'Kept for the auditors' },
  { project: 'storefront', disk: 'catalog-data', name: 'catalog-spring', description: '' },
]

export async function furnishDisks(demo: Demo): Promise<void> {
  for (const image of images) await importImage(demo, 'staging', image, true)
  await importImage(demo, projectImage.project, { ...projectImage.body, size: 2 }, false)
  const { admin } = demo
  for (const { project, size, ...naming } of disks) {
    const body = { ...naming, size: size * GIB, diskSource: { type: 'blank' as const, blockSize: 4096 as const } }
    unwrap('disk_create', await admin('disk_create', { query: { project }, body }))
  }
  for (const { project, ...body } of snapshots)
    unwrap('snapshot_create', await admin('snapshot_create', { query: { project }, body }))
}

interface Imported {
  name: string
  description: string
  os: string
  version: string
  size: number
}

async function importImage({ admin }: Demo, project: string, image: Imported, promote: boolean): Promise<void> {
  const { size, ...naming } = image
  const disk = `import-${naming.name}`
  const at = { path: { disk }, query: { project } }
  const diskSource = { type: 'importing_blocks' as const, blockSize: 512 as const }
  const body = { name: disk, description: '', size: size * GIB, diskSource }
  unwrap('disk_create', await admin('disk_create', { query: { project }, body }))
  unwrap('disk_bulk_write_import_start', await admin('disk_bulk_write_import_start', at))
  const base64EncodedData = btoa(`${naming.os} ${naming.version}\n`.padEnd(512, '\0'))
  const chunk = { ...at, body: { offset: 0, base64EncodedData } }
  unwrap('disk_bulk_write_import', await admin('disk_bulk_write_import', chunk))
  unwrap('disk_bulk_write_import_stop', await admin('disk_bulk_write_import_stop', at))
  const finalize = { ...at, body: { snapshotName: disk } }
  unwrap('disk_finalize_import', await admin('disk_finalize_import', finalize))

  const ofSnapshot = { path: { snapshot: disk }, query: { project } }
  const { id } = unwrap('snapshot_view', await admin('snapshot_view', ofSnapshot))
  const source = { type: 'snapshot' as const, id }
  const made = unwrap('image_create', await admin('image_create', { query: { project }, body: { ...naming, source } }))
  if (promote) unwrap('image_promote', await admin('image_promote', { path: { image: made.id } }))
  unwrap('snapshot_delete', await admin('snapshot_delete', ofSnapshot))
  unwrap('disk_delete', await admin('disk_delete', at))
}
