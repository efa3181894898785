// The page of a disk: what it is, where it is attached, and tabs for its snapshots, metrics and activity.
import { HardDrive } from '@lucide/icons'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { diskTransitional } from '#contract/disk-states.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import { usePolling } from '../../polling.ts'
import { exists } from '../../route.ts'
import { DetailPage } from '../../table/detail-page.tsx'
import { useLabelsFact } from '../../table/labels-fact.tsx'
import { RefreshNouns } from '../../table/refresh-nouns.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText, Truncate } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import type { Property } from '../../ui/display/properties.tsx'
import { Unloaded } from '../../ui/display/skeleton.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { bytesText } from '../../util/format.ts'
import { imageById } from '../image/image-queries.ts'
import { instanceById } from '../instance/instance-queries.ts'
import { snapshotById } from '../snapshot/snapshot-queries.ts'
import { diskView } from './disk-queries.ts'
import {
  deleteDiskAction,
  downloadDiskAction,
  resizeDiskAction,
  snapshotAction,
  type Disk,
} from './shared/disk-actions.tsx'
import { DiskStateBadge } from './shared/disk-state-badge.tsx'

const ResizeForm = lazyPopup(async () => (await import('./disk-resize.lazy.tsx')).DiskResizeForm)

export default function DiskPage() {
  const navigate = useNavigate()
  const { project = '', disk: name = '' } = useParams()
  const at = { project, disk: name }
  const [isResizing, setResizing] = useState(false)
  const query = diskView(project, name)
  // read twice: how often it is read depends on what was read
  const busy = diskTransitional.includes(useData(query).state.state)
  const disk = useData(query, { poll: usePolling({ fast: 3000, slow: 60_000, busy }) })
  const platform = usePlatform()
  return (
    <DetailPage
      title={name}
      icon={HardDrive}
      docs="disks"
      noun="Disk"
      id={disk.id}
      tools={<RefreshNouns nouns={['disk', 'snapshot', 'instance']} />}
      buttons={[{ ...snapshotAction(project, disk), label: 'Create snapshot' }]}
      actions={[
        // an addition of ours, like the platform
        ...(platform ? [resizeDiskAction(disk, () => setResizing(true))] : []),
        downloadDiskAction(disk),
        deleteDiskAction(project, disk, () => navigate(paths.disks({ project }))),
      ]}
      facts={[...factsOf(project, disk), ...useLabelsFact({ kind: 'disk', project }, disk)]}
      tabs={[
        { to: paths.diskSnapshots(at), label: 'Snapshots' },
        { to: paths.diskMetrics(at), label: 'Metrics' },
        { to: paths.diskActivity(at), label: 'Activity' },
      ].filter(({ to }) => exists(to))}
    >
      {isResizing && <ResizeForm project={project} disk={disk} onClose={() => setResizing(false)} />}
    </DetailPage>
  )
}

function factsOf(project: string, disk: Disk): Property[] {
  const { state, description, size, blockSize, timeCreated, id } = disk
  return [
    { name: 'State', value: <DiskStateBadge state={state.state} /> },
    { name: 'Description', value: description && <Truncate text={description} maxLength={48} /> },
    {
      name: 'Attached to',
      value: 'instance' in state ? <AttachedTo project={project} id={state.instance} /> : <Dash />,
    },
    { name: 'Created', value: <DateTime value={timeCreated} /> },
    { name: 'Size', value: bytesText(size) },
    { name: 'ID', value: <CopyText text={id} /> },
    { name: 'Block size', value: `${blockSize} bytes` },
    { name: 'Created from', value: <Source disk={disk} /> },
  ]
}

function AttachedTo({ project, id }: { project: string; id: string }) {
  const { data, isError } = useLoad(instanceById(id))
  if (!data) return <Unloaded isError={isError} />
  if (data.type !== 'success') return <Badge>Deleted</Badge>
  const { name } = data.data
  return <TextLink to={paths.instanceOverview({ project, instance: name })}>{name}</TextLink>
}

function Source({ disk: { imageId, snapshotId } }: { disk: Disk }) {
  if (imageId) return <ImageSource id={imageId} />
  return snapshotId ? <SnapshotSource id={snapshotId} /> : 'Blank'
}

function ImageSource({ id }: { id: string }) {
  const { data, isError } = useLoad(imageById(id))
  if (!data) return <Unloaded isError={isError} />
  return data.type === 'success' ? `Image ${data.data.name}` : 'An image that was deleted'
}

function SnapshotSource({ id }: { id: string }) {
  const { data, isError } = useLoad(snapshotById(id))
  if (!data) return <Unloaded isError={isError} />
  return data.type === 'success' ? `Snapshot ${data.data.name}` : 'A snapshot that was deleted'
}
