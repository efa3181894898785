// The snapshots of a project and the disks they were taken of.
import { Camera } from '@lucide/icons'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { useData, useLoad } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { usePolling } from '../../polling.ts'
import { LARGE_PAGE } from '../../queries.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, sizeColumn } from '../../table/columns.tsx'
import type { ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { diskById, first1000Disks } from '../disk/disk-queries.ts'
import { useSnapshotActions } from './snapshot-actions.ts'
import { snapshotList } from './snapshot-queries.ts'
import { SnapshotStateBadge } from './snapshot-state-badge.tsx'
import { snapshotTransitional } from '#contract/snapshot-states.ts'

type Snapshot = Model<'Snapshot'>

interface KnownDisks {
  project: string
  names: ReadonlyMap<string, string>
  isComplete: boolean
}

const columnsOf = ({ project, names, isComplete }: KnownDisks): ResourceColumn<Snapshot>[] => [
  nameColumn(),
  descriptionColumn(),
  {
    id: 'disk',
    header: 'Disk',
    text: ({ diskId }) => names.get(diskId) ?? 'Deleted',
    cell({ diskId }) {
      const name = names.get(diskId)
      return name || isComplete ? <DiskName {...{ project, name }} /> : <DiskById project={project} id={diskId} />
    },
  },
  {
    id: 'state',
    header: 'State',
    early: true,
    text: ({ state }) => state,
    cell: ({ state }) => <SnapshotStateBadge state={state} />,
  },
  sizeColumn(),
  createdColumn(),
  idColumn(),
]

const DiskName = ({ project, name }: { project: string; name: string | undefined }) =>
  name ? <TextLink to={paths.diskSnapshots({ project, disk: name })}>{name}</TextLink> : <Badge>Deleted</Badge>

/** For a disk beyond the first 1000. */
function DiskById({ project, id }: { project: string; id: string }) {
  const { data } = useLoad(diskById(id))
  if (!data) return <Skeleton className="h-3 w-20" />
  return <DiskName project={project} name={data.type === 'success' ? data.data.name : undefined} />
}

const ArchitectureForm = lazyPopup(async () => (await import('../../form/architecture-form.lazy.tsx')).ArchitectureForm)

export default function SnapshotListPage() {
  const [choosing, setChoosing] = useState<Snapshot>()
  const { project = '' } = useParams()
  const disks = useData(first1000Disks(project)).items
  const busy = useData(snapshotList(project)).items.some(({ state }) => snapshotTransitional.includes(state))
  const names = new Map(disks.map(({ id, name }) => [id, name]))
  const actions = useSnapshotActions(project, setChoosing)
  return (
    <ResourcePage
      title="Snapshots"
      icon={Camera}
      docs="snapshots"
      create={[{ label: 'New snapshot', to: paths.snapshotsNew({ project }) }]}
      label="snapshots"
      list={(page) => snapshotList(project, page)}
      labels={{ kind: 'snapshot', project }}
      columns={columnsOf({ project, names, isComplete: disks.length < LARGE_PAGE })}
      actions={actions}
      poll={usePolling({ fast: 3000, slow: 60_000, busy })}
      empty="A snapshot captures a disk at one moment. Create disks and images from it."
    >
      {choosing && <ArchitectureForm kind="snapshot" resource={choosing} onClose={() => setChoosing(undefined)} />}
    </ResourcePage>
  )
}
