// The disks of a project and the instances they are attached to.
import { HardDrive } from '@lucide/icons'
import { useState } from 'react'
import { useParams } from 'react-router'
import { diskStates, diskTransitional, type DiskState } from '#contract/disk-states.ts'
import { architectureAction } from '../../action/architecture-action.ts'
import { useData, useLoad } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import { usePolling } from '../../polling.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, sizeColumn } from '../../table/columns.tsx'
import type { ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { useChip } from '../../table/use-chip.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { first1000Instances, instanceById } from '../instance/instance-queries.ts'
import {
  deleteDiskAction,
  downloadDiskAction,
  resizeDiskAction,
  snapshotAction,
  type Disk,
} from './shared/disk-actions.tsx'
import { diskList } from './disk-queries.ts'
import { DiskStateBadge, diskStateColumn } from './shared/disk-state-badge.tsx'

const ArchitectureForm = lazyPopup(async () => (await import('../../form/architecture-form.lazy.tsx')).ArchitectureForm)
const ResizeForm = lazyPopup(async () => (await import('./disk-resize.lazy.tsx')).DiskResizeForm)

const instanceOf = ({ state }: Disk) => ('instance' in state ? state.instance : undefined)

function columnsOf(project: string, names: ReadonlyMap<string, string>): ResourceColumn<Disk>[] {
  return [
    nameColumn(({ name }) => paths.diskSnapshots({ project, disk: name })),
    {
      id: 'attached-to',
      header: 'Attached to',
      text: (disk) => names.get(instanceOf(disk) ?? '') ?? instanceOf(disk) ?? '',
      cell(disk) {
        const id = instanceOf(disk)
        if (!id) return <Dash />
        const name = names.get(id)
        return name ? <InstanceLink project={project} name={name} /> : <InstanceById project={project} id={id} />
      },
    },
    sizeColumn(),
    diskStateColumn,
    { ...descriptionColumn<Disk>(), hidden: true },
    createdColumn(),
    idColumn(),
  ]
}

const InstanceLink = ({ project, name }: { project: string; name: string }) => (
  <TextLink to={paths.instanceOverview({ project, instance: name })}>{name}</TextLink>
)

/** For an instance beyond the first 1000. */
function InstanceById({ project, id }: { project: string; id: string }) {
  const { data } = useLoad(instanceById(id))
  if (!data) return <Skeleton className="h-3 w-20" />
  return data.type === 'success' ? <InstanceLink project={project} name={data.data.name} /> : <Badge>Deleted</Badge>
}

const states = {
  label: 'Filter by state',
  of: ({ state }: Disk) => state.state,
  show: (state: DiskState) => <DiskStateBadge state={state} />,
}

export default function DiskListPage() {
  const { project = '' } = useParams()
  const [resizing, setResizing] = useState<Disk>()
  const [choosing, setChoosing] = useState<Disk>()
  const platform = usePlatform()
  const busy = useData(diskList(project)).items.some(({ state }) => diskTransitional.includes(state.state))
  const names = new Map(useData(first1000Instances(project)).items.map(({ id, name }) => [id, name]))
  return (
    <ResourcePage
      title="Disks"
      icon={HardDrive}
      docs="disks"
      create={[{ label: 'New disk', to: paths.disksNew({ project }) }]}
      label="disks"
      list={(page) => diskList(project, page)}
      labels={{ kind: 'disk', project }}
      facet={{ ...states, ...useChip('state', diskStates) }}
      columns={columnsOf(project, names)}
      actions={(disk) => [
        snapshotAction(project, disk),
        // an addition of ours, like the platform
        ...(platform
          ? [resizeDiskAction(disk, () => setResizing(disk)), architectureAction(() => setChoosing(disk))]
          : []),
        downloadDiskAction(disk),
        deleteDiskAction(project, disk),
      ]}
      poll={usePolling({ fast: 3000, slow: 60_000, busy })}
      empty="Instances boot from disks and store data on them. A disk is kept when its instance is deleted."
    >
      {choosing && <ArchitectureForm kind="disk" resource={choosing} onClose={() => setChoosing(undefined)} />}
      {resizing && <ResizeForm project={project} disk={resizing} onClose={() => setResizing(undefined)} />}
    </ResourcePage>
  )
}
