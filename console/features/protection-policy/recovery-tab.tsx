// The points in time of an instance that protection policies have made, and the way back to them.
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { whyNotInstance } from '#contract/instance-states.ts'
import { apiAction, type Action } from '../../action/action.tsx'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { TableCard } from '../../table/table-card.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { useData } from '../../use-api.ts'
import { instanceView } from '../instance/instance-queries.ts'
import { recoveryPoints } from './protection-policy-queries.ts'

const DiskForm = lazyPopup(async () => (await import('../disk/disk-form.lazy.tsx')).DiskForm)
const RestoreForm = lazyPopup(async () => (await import('../instance/instance-restore.lazy.tsx')).InstanceRestoreForm)
const RollbackForm = lazyPopup(
  async () => (await import('../instance/instance-rollback.lazy.tsx')).InstanceRollbackForm,
)

type Point = Model<'RecoveryPoint'>
type Copy = Point['disks'][number]

const columns: Column<Point>[] = [
  { id: 'time', header: 'Point in time', cell: ({ timeCreated }) => <DateTime value={timeCreated} /> },
  {
    id: 'policy',
    header: 'Policy',
    cell: ({ cause, policyName }) =>
      cause === 'policy' ? policyName : <span className="text-muted">Before going back</span>,
  },
  {
    id: 'disks',
    header: 'Disks',
    cell: ({ disks }) => disks.map(({ diskName, snapshotName }) => diskName ?? snapshotName).join(', '),
  },
  {
    id: 'state',
    header: 'State',
    early: true,
    cell: ({ disks, isKept }) => (
      <span className="flex gap-1">
        <StateBadge disks={disks} />
        {isKept && <Badge tone="accent">kept</Badge>}
      </span>
    ),
  },
]

function StateBadge({ disks }: { disks: readonly Copy[] }) {
  if (disks.some(({ state }) => state === 'faulted'))
    return (
      <Badge tone="danger" lamp>
        incomplete
      </Badge>
    )
  const isBusy = disks.some(({ state }) => state === 'creating')
  return (
    <Badge tone={isBusy ? 'creating' : 'success'} lamp busy={isBusy}>
      {isBusy ? 'creating' : 'ready'}
    </Badge>
  )
}

const whyNotWhole = ({ disks }: Point) =>
  disks.every(({ state }) => state === 'ready') ? undefined : 'Not all of its snapshots are ready'

/** What an instance was before it went back is removed by no policy. */
const keepActions = ({ id, cause, isKept }: Point): Action[] =>
  cause === 'rollback'
    ? []
    : [
        apiAction({
          label: isKept ? 'Stop keeping' : 'Keep',
          icon: 'keep',
          operation: 'recovery_point_update',
          params: { path: { point: id }, body: { isKept: !isKept } },
          done: isKept
            ? 'The policy can remove this point in time'
            : 'This point in time is kept until someone deletes its snapshots',
        }),
      ]

export default function RecoveryTab() {
  const { project = '', instance = '' } = useParams()
  const { items } = useData(recoveryPoints(project, instance))
  const [restored, setRestored] = useState<Copy>()
  const [dialog, setDialog] = useState<{ kind: 'restore' | 'go-back'; point: Point }>()
  const close = () => setDialog(undefined)
  const { runState } = useData(instanceView(project, instance))
  const actions = (point: Point): Action[] => [
    {
      label: 'Go back',
      icon: 'restore',
      caution: true,
      sends: 'instance_rollback_create',
      whyNot: whyNotWhole(point) ?? whyNotInstance('go_back', { runState }),
      run: () => setDialog({ kind: 'go-back', point }),
    },
    {
      label: 'Restore as new instance',
      icon: 'clone',
      sends: 'recovery_point_restore',
      whyNot: whyNotWhole(point),
      run: () => setDialog({ kind: 'restore', point }),
    },
    ...point.disks.map((copy) => ({
      label: `Restore ${copy.diskName ?? copy.snapshotName} as new disk`,
      icon: 'clone' as const,
      sends: 'disk_create' as const,
      whyNot: copy.state === 'ready' ? undefined : 'The snapshot is not ready',
      run: () => setRestored(copy),
    })),
    ...keepActions(point),
  ]
  return (
    <>
      <TableCard
        title="Points in time"
        text="Snapshots of all disks, taken by protection policies and before going back."
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        rowLabel={({ timeCreated }) => `the point in time of ${timeCreated.toLocaleString('en-US')}`}
        actions={actions}
        empty={
          <EmptyState
            title="No points in time"
            text={
              <>
                Create a policy under <TextLink to={paths.protection({ project })}>Protection</TextLink>.
              </>
            }
          />
        }
      />
      {dialog?.kind === 'restore' && (
        <RestoreForm project={project} instance={instance} point={dialog.point} onClose={close} />
      )}
      {dialog?.kind === 'go-back' && (
        <RollbackForm project={project} instance={instance} point={dialog.point} onClose={close} />
      )}
      {restored && (
        <DiskForm
          project={project}
          snapshot={{ id: restored.snapshotId, size: restored.size }}
          onDone={() => setRestored(undefined)}
          onClose={() => setRestored(undefined)}
        />
      )}
    </>
  )
}
