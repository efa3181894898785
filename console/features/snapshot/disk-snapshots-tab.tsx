// The snapshots of one disk, on its page.
import { Camera } from '@lucide/icons'
import { useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { snapshotTransitional } from '#contract/snapshot-states.ts'
import { copyIdAction } from '../../action/action.tsx'
import { usePolling } from '../../polling.ts'
import { createdColumn, descriptionColumn, nameColumn, sizeColumn, type ResourceColumn } from '../../table/columns.tsx'
import { TableCard } from '../../table/table-card.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { useData } from '../../use-api.ts'
import { diskView } from '../disk/disk-queries.ts'
import { useSnapshotActions } from './snapshot-actions.ts'
import { everySnapshot } from './snapshot-queries.ts'
import { SnapshotStateBadge } from './snapshot-state-badge.tsx'

type Snapshot = Model<'Snapshot'>

const columns: ResourceColumn<Snapshot>[] = [
  { ...nameColumn<Snapshot>(), sortable: false },
  descriptionColumn(),
  {
    id: 'state',
    header: 'State',
    early: true,
    text: ({ state }) => state,
    cell: ({ state }) => <SnapshotStateBadge state={state} />,
  },
  sizeColumn(),
  { ...createdColumn<Snapshot>(), sortable: false },
]

export default function DiskSnapshotsTab() {
  const { project = '', disk: name = '' } = useParams()
  const disk = useData(diskView(project, name))
  const all = useData(everySnapshot(project)).items
  const rows = all.filter(({ diskId }) => diskId === disk.id)
  const busy = rows.some(({ state }) => snapshotTransitional.includes(state))
  useData(everySnapshot(project), { poll: usePolling({ fast: 3000, slow: 60_000, busy }) })
  const actionsOf = useSnapshotActions(project)
  return (
    <TableCard
      title="Snapshots"
      text="Newest first. Create disks and images from them."
      columns={columns}
      rows={rows.toSorted((a, b) => b.timeCreated.getTime() - a.timeCreated.getTime())}
      rowKey={({ id }) => id}
      rowLabel={({ name: label }) => label}
      actions={(snapshot) => [copyIdAction(snapshot.id), ...actionsOf(snapshot)]}
      empty={
        <EmptyState
          icon={<Icon icon={Camera} />}
          title="No snapshots"
          text="A snapshot captures the disk at one moment, also while an instance uses it."
        />
      }
    />
  )
}
