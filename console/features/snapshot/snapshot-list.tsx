// The snapshots of a project, and which disk each shows as it was.
import { Camera } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { Outlet, useNavigate, useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { seed, useData, useLoad } from '../../api.ts'
import { deleteAction, type Action } from '../../action/action.tsx'
import { createdColumn, descriptionColumn, idColumn, nameColumn, sizeColumn } from '../../table/columns.tsx'
import type { ResourceColumn } from '../../table/columns.tsx'
import { DocsButton } from '../../help/docs-button.tsx'
import { LinkButton } from '../../frame/link.tsx'
import { usePalette } from '../../frame/palette.ts'
import { ResourceTable } from '../../table/resource-table.tsx'
import { useShortcut } from '../../frame/shortcuts.ts'
import { whyNotImage, whyNotSnapshotDelete } from './snapshot-states.ts'
import { SnapshotBadge } from '../../table/state-badge.tsx'
import { usePolling } from '../../polling.ts'
import { paths } from '../../paths.ts'
import { diskById, first1000Disks } from '../disk/disk-queries.ts'
import { snapshotList, snapshotView } from './snapshot-queries.ts'
import { MAX_PAGE_SIZE } from '../../queries.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'

type Snapshot = Model<'Snapshot'>

const columnsOf = (disks: ReadonlyMap<string, string>, isWhole: boolean): ResourceColumn<Snapshot>[] => [
  nameColumn(),
  descriptionColumn(),
  {
    id: 'disk',
    header: 'Disk',
    text: ({ diskId }) => disks.get(diskId) ?? 'Deleted',
    cell({ diskId }) {
      const known = disks.get(diskId) ?? (isWhole ? '' : undefined)
      return known === undefined ? <FarDisk id={diskId} /> : <DiskName name={known} />
    },
  },
  {
    id: 'state',
    header: 'State',
    early: true,
    text: ({ state }) => state,
    cell: ({ state }) => <SnapshotBadge state={state} />,
  },
  sizeColumn(),
  createdColumn(),
  idColumn(),
]

const DiskName = ({ name }: { name: string }) => (name ? <span>{name}</span> : <Badge>Deleted</Badge>)

/** Beyond the disks that came with the page. */
function FarDisk({ id }: { id: string }) {
  const { data } = useLoad(diskById(id))
  if (!data) return <Skeleton className="h-3 w-20" />
  return <DiskName name={data.type === 'success' ? data.data.name : ''} />
}

export default function SnapshotListPage() {
  const navigate = useNavigate()
  const { project = '' } = useParams()
  const disks = useData(first1000Disks(project))
  const busy = useData(snapshotList(project)).items.some(({ state }) => state === 'creating')
  const names = new Map(disks.items.map(({ id, name }) => [id, name]))
  const toNew = paths.snapshotsNew({ project })
  usePalette([{ label: 'New snapshot', to: toNew }])
  useShortcut('c', 'New snapshot', () => void navigate(toNew))
  const New = (
    <LinkButton to={toNew} variant="primary">
      New Snapshot
    </LinkButton>
  )
  const actions = (snapshot: Snapshot): Action[] => [
    {
      label: 'Create image',
      whyNot: whyNotImage(snapshot),
      run() {
        seed(snapshotView(project, snapshot.name), snapshot)
        return navigate(paths.snapshotImagesNew({ project, snapshot: snapshot.name }))
      },
    },
    deleteAction({
      kind: 'snapshot',
      name: snapshot.name,
      operation: 'snapshot_delete',
      params: { path: { snapshot: snapshot.name }, query: { project } },
      whyNot: whyNotSnapshotDelete(snapshot),
      consequence: 'The disk as it was at that moment is lost. Disks and images made from it are kept.',
    }),
  ]
  return (
    <>
      <PageHeader
        title="Snapshots"
        icon={<Icon icon={Camera} />}
        aside={<DocsButton topic="snapshots" />}
        actions={New}
      />
      <ResourceTable
        label="snapshots"
        list={(page) => snapshotList(project, page)}
        columns={columnsOf(names, disks.items.length < MAX_PAGE_SIZE)}
        actions={actions}
        poll={usePolling({ fast: 3000, slow: 60_000, busy })}
        empty={
          <EmptyState
            icon={<Icon icon={Camera} />}
            title="No snapshots"
            text="A snapshot is a disk as it was at one moment. Disks and images can be made from it."
            action={New}
          />
        }
      />
      <Outlet />
    </>
  )
}
