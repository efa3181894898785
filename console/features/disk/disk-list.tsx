// The disks of a project, and which instance has which.
import { HardDrive } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { Outlet, useNavigate, useParams } from 'react-router'
import { diskTransitional } from '#contract/disk-states.ts'
import { useData, useLoad } from '../../api.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, sizeColumn } from '../../table/columns.tsx'
import type { ResourceColumn } from '../../table/columns.tsx'
import { deleteDiskAction, snapshotAction, type Disk } from './disk-actions.tsx'
import { DocsButton } from '../../help/docs-button.tsx'
import { LinkButton, TextLink } from '../../frame/link.tsx'
import { usePalette } from '../../frame/palette.ts'
import { ResourceTable } from '../../table/resource-table.tsx'
import { useShortcut } from '../../frame/shortcuts.ts'
import { DiskBadge, stateText } from '../../table/state-badge.tsx'
import { usePolling } from '../../polling.ts'
import { paths } from '../../paths.ts'
import { diskList } from './disk-queries.ts'
import { first1000Instances, instanceById } from '../instance/instance-queries.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'

const instanceOf = ({ state }: Disk) => ('instance' in state ? state.instance : undefined)

function columnsOf(project: string, names: ReadonlyMap<string, string>): ResourceColumn<Disk>[] {
  const attachedTo = (disk: Disk) => names.get(instanceOf(disk) ?? '') ?? instanceOf(disk) ?? ''
  return [
    nameColumn(),
    {
      id: 'attached-to',
      header: 'Attached to',
      text: attachedTo,
      cell(disk) {
        const id = instanceOf(disk)
        if (!id) return <Dash />
        const name = names.get(id)
        return name ? <InstanceLink project={project} name={name} /> : <FarInstance project={project} id={id} />
      },
    },
    sizeColumn(),
    {
      id: 'state',
      header: 'State',
      early: true,
      text: ({ state }) => stateText(state.state),
      cell: ({ state }) => <DiskBadge state={state.state} />,
    },
    { ...descriptionColumn<Disk>(), hidden: true },
    createdColumn(),
    idColumn(),
  ]
}

const InstanceLink = ({ project, name }: { project: string; name: string }) => (
  <TextLink to={paths.instanceStorage({ project, instance: name })}>{name}</TextLink>
)

/** Beyond the instances that came with the page. */
function FarInstance({ project, id }: { project: string; id: string }) {
  const { data } = useLoad(instanceById(id))
  if (!data) return <Skeleton className="h-3 w-20" />
  return data.type === 'success' ? <InstanceLink project={project} name={data.data.name} /> : <Badge>Deleted</Badge>
}

export default function DiskListPage() {
  const navigate = useNavigate()
  const { project = '' } = useParams()
  const busy = useData(diskList(project)).items.some(({ state }) => diskTransitional.includes(state.state))
  const names = new Map(useData(first1000Instances(project)).items.map(({ id, name }) => [id, name]))
  const toNew = paths.disksNew({ project })
  usePalette([{ label: 'New disk', to: toNew }])
  useShortcut('c', 'New disk', () => void navigate(toNew))
  const New = (
    <LinkButton to={toNew} variant="primary">
      New Disk
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Disks" icon={<Icon icon={HardDrive} />} aside={<DocsButton topic="disks" />} actions={New} />
      <ResourceTable
        label="disks"
        list={(page) => diskList(project, page)}
        columns={columnsOf(project, names)}
        actions={(disk) => [snapshotAction(project, disk), deleteDiskAction(project, disk)]}
        poll={usePolling({ fast: 3000, slow: 60_000, busy })}
        empty={
          <EmptyState
            icon={<Icon icon={HardDrive} />}
            title="No disks"
            text="A disk keeps its content when the instance that uses it is gone. Instances boot from one and can have more."
            action={New}
          />
        }
      />
      <Outlet />
    </>
  )
}
