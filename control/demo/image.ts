// The demo's images. They come in as people bring them in: written into a disk, finalized with a snapshot, made an image, and the
// disk and snapshot deleted.
import { GIB } from '#contract/limits.ts'
import { type Act, type Task, task } from './task.ts'
import { LOCAL, OPERATORS, SSO } from './silo.ts'

interface Wanted {
  silo: string
  user: string
  project: string
  name: string
  description: string
  os: string
  version: string
  /** GiB */
  size: number
  /** Moved to the silo, for all its projects. */
  isPromoted?: boolean
}

const ofOperators = { silo: OPERATORS, user: 'admin', project: 'staging', isPromoted: true }

const all: readonly Wanted[] = [
  { name: 'debian-12', description: 'What most of our machines run', os: 'Debian', version: '12.10', size: 2 },
  { name: 'ubuntu-24-04', description: 'For what needs newer kernels', os: 'Ubuntu', version: '24.04.2', size: 3 },
  { name: 'alpine-3-21', description: 'Small and quick to start', os: 'Alpine', version: '3.21', size: 1 },
  { name: 'rocky-9', description: 'For software that is certified on it', os: 'Rocky Linux', version: '9.5', size: 4 },
  { name: 'fedora-42', description: '', os: 'Fedora', version: '42', size: 4 },
  { name: 'freebsd-14', description: 'Firewalls and file servers', os: 'FreeBSD', version: '14.2', size: 3 },
  { name: 'windows-server', description: 'Licensed per core', os: 'Windows Server', version: '2025', size: 16 },
]
  .map((image): Wanted => ({ ...ofOperators, ...image }))
  .concat(
    {
      silo: OPERATORS,
      user: 'admin',
      project: 'billing',
      name: 'settlement-base',
      description: 'Debian with the bank certificates',
      os: 'Debian',
      version: '12.10',
      size: 2,
    },
    {
      silo: LOCAL,
      user: 'ada',
      project: 'tiles',
      name: 'renderer',
      description: 'Debian with Mapnik',
      os: 'Debian',
      version: '12.10',
      size: 4,
    },
    {
      silo: LOCAL,
      user: 'ada',
      project: 'routing',
      name: 'router',
      description: 'Ubuntu with OSRM',
      os: 'Ubuntu',
      version: '24.04.2',
      size: 4,
    },
    {
      silo: SSO,
      user: 'noor@aurora.example',
      project: 'imaging',
      name: 'pacs-node',
      description: 'Hardened, reviewed every quarter',
      os: 'Rocky Linux',
      version: '9.5',
      size: 6,
      isPromoted: true,
    },
  )

async function importImage(act: Act, { project, name, size, description, os, version, isPromoted }: Wanted) {
  const disk = `import-${name}`
  const at = { path: { disk }, query: { project } }
  const diskSource = { type: 'importing_blocks' as const, blockSize: 512 as const }
  const body = { name: disk, description: '', size: size * GIB, diskSource }
  await act('disk_create', { query: { project }, body })
  await act('disk_bulk_write_import_start', at)
  const base64EncodedData = btoa(`${os} ${version}\n`.padEnd(512, '\0'))
  await act('disk_bulk_write_import', { ...at, body: { offset: 0, base64EncodedData } })
  await act('disk_bulk_write_import_stop', at)
  await act('disk_finalize_import', { ...at, body: { snapshotName: disk } })
  const ofSnapshot = { path: { snapshot: disk }, query: { project } }
  const { id } = await act('snapshot_view', ofSnapshot)
  const source = { type: 'snapshot' as const, id }
  const image = await act('image_create', { query: { project }, body: { name, description, os, version, source } })
  if (isPromoted) await act('image_promote', { path: { image: image.id } })
  await act('snapshot_delete', ofSnapshot)
  await act('disk_delete', at)
}

export const images = (): Task[] =>
  all.map((image, n) =>
    task(
      image.silo === OPERATORS ? 30 : image.silo === LOCAL ? 29 : 27,
      `14:${String(n * 4).padStart(2, '0')}`,
      async (demo) => {
        await importImage(await demo.as(image.silo, image.user), image)
        await demo.pass(1000)
      },
    ),
  )
