// The demo's disks of data and their snapshots. Boot disks come with the instances.
import { GIB } from '#contract/limits.ts'
import { type Demo, type Task, task } from './task.ts'

const all = [
  { project: 'storefront', name: 'catalog-data', description: 'Products and prices', size: 40 },
  { project: 'storefront', name: 'search-index', description: 'Can be built again from the catalog', size: 20 },
  { project: 'storefront', name: 'product-photos', description: 'Originals, before scaling', size: 300 },
  { project: 'storefront', name: 'old-catalog', description: 'Kept until the end of the quarter', size: 40 },
  { project: 'billing', name: 'ledger', description: 'Every booking since 2019', size: 120 },
  { project: 'billing', name: 'invoice-archive', description: '', size: 250 },
  { project: 'analytics', name: 'warehouse', description: 'Columnar store', size: 500 },
  { project: 'analytics', name: 'warehouse-2', description: 'Columnar store, second half', size: 500 },
  { project: 'analytics', name: 'scratch', description: 'Can be deleted at any time', size: 64 },
  { project: 'build-farm', name: 'package-cache', description: 'Fills again by itself', size: 200 },
  { project: 'observability', name: 'metrics-data', description: '90 days', size: 400 },
  { project: 'observability', name: 'log-store', description: '30 days', size: 600 },
]

const snapshots = [
  { day: 21, project: 'billing', disk: 'ledger', name: 'ledger-before-migration', description: 'Before version 4' },
  { day: 17, project: 'storefront', disk: 'catalog-data', name: 'catalog-spring', description: '' },
  { day: 14, project: 'analytics', disk: 'warehouse', name: 'warehouse-q3', description: 'As reported' },
  { day: 9, project: 'billing', disk: 'ledger', name: 'ledger-year-end', description: 'Kept for the auditors' },
  { day: 3, project: 'storefront', disk: 'old-catalog', name: 'old-catalog-last', description: 'Then delete the disk' },
]

/** Uploads that were interrupted: one before its first byte, one in the middle. */
async function leaveUploads({ admin }: Demo): Promise<void> {
  const query = { project: 'build-farm' }
  const diskSource = { type: 'importing_blocks' as const, blockSize: 512 as const }
  const naming = { description: 'Upload of a new toolchain image', size: 8 * GIB, diskSource }
  await admin('disk_create', { query, body: { name: 'toolchain-upload', ...naming } })
  const body = { name: 'toolchain-upload-2', ...naming, description: 'Second attempt' }
  await admin('disk_create', { query, body })
  await admin('disk_bulk_write_import_start', { path: { disk: body.name }, query })
}

export const disks = (): Task[] => [
  ...all.map(({ project, size, ...naming }, n) => {
    const diskSource = { type: 'blank' as const, blockSize: 4096 as const }
    const body = { ...naming, size: size * GIB, diskSource }
    return task(29, `15:${10 + n}`, ({ admin }) => admin('disk_create', { query: { project }, body }))
  }),
  ...snapshots.map(({ day, project, ...body }) =>
    task(day, '16:20', ({ admin }) => admin('snapshot_create', { query: { project }, body })),
  ),
  task(2, '17:05', leaveUploads),
]
