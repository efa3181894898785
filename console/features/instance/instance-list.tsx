// The instances of a project, with their states as they are now.
import { Cpu } from '@lucide/icons'
import { Icon } from '../../ui/display/icon.tsx'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useLoad } from '../../api.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { DocsButton } from '../../help/docs-button.tsx'
import { useInstanceActions, type Instance } from './instance-actions.tsx'
import { useListPolling } from './instance-polling.ts'
import { lateForm } from '../../form/late-form.tsx'
import { LinkButton } from '../../frame/link.tsx'
import { usePalette } from '../../frame/palette.ts'
import { RefreshNouns, Updated } from '../../table/refresh-nouns.tsx'
import { ResourceTable } from '../../table/resource-table.tsx'
import { useShortcut } from '../../frame/shortcuts.ts'
import { InstanceBadge } from '../../table/state-badge.tsx'
import { paths } from '../../paths.ts'
import { instanceList } from './instance-queries.ts'
import { TimeAgo } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Bytes } from '../../ui/display/numbers.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { bytesText } from '../../util/format.ts'

const ResizeForm = lateForm(async () => (await import('./instance-resize.tsx')).InstanceResizeForm)

const cpuText = ({ ncpus }: Instance) => `${ncpus} ${ncpus === 1 ? 'vCPU' : 'vCPUs'}`

const columnsOf = (project: string): ResourceColumn<Instance>[] => [
  nameColumn(({ name }) => paths.instanceStorage({ project, instance: name })),
  { id: 'cpu', header: 'CPU', text: cpuText, cell: cpuText },
  {
    id: 'memory',
    header: 'Memory',
    text: ({ memory }) => bytesText(memory),
    cell: ({ memory }) => <Bytes value={memory} />,
  },
  {
    id: 'state',
    header: 'State',
    early: true,
    text: ({ runState }) => runState,
    cell: ({ runState, timeRunStateUpdated }) => (
      <span className="flex items-center gap-2">
        <InstanceBadge state={runState} />
        <span className="text-xs text-muted">
          <TimeAgo value={timeRunStateUpdated} caption="Run state updated" />
        </span>
      </span>
    ),
  },
  { ...descriptionColumn<Instance>(), hidden: true },
  createdColumn(),
  idColumn(),
]

export default function InstanceListPage() {
  const navigate = useNavigate()
  const { project = '' } = useParams()
  const [resizing, setResizing] = useState<Instance>()
  const { data, dataUpdatedAt } = useLoad(instanceList(project))
  const first = data?.items ?? []
  const poll = useListPolling(first)
  const actions = useInstanceActions({ project, onResize: setResizing })
  const toNew = paths.instancesNew({ project })
  usePalette([
    { label: 'New instance', to: toNew },
    ...first.map(({ name }) => ({
      label: name,
      to: paths.instanceStorage({ project, instance: name }),
      group: 'Go to instance',
    })),
  ])
  useShortcut('c', 'New instance', () => void navigate(toNew))
  const New = (
    <LinkButton to={toNew} variant="primary">
      New Instance
    </LinkButton>
  )
  // found anew on each render: the form must see the state that it is refused for
  const resized = first.find(({ id }) => id === resizing?.id) ?? resizing
  return (
    <>
      <PageHeader
        title="Instances"
        icon={<Icon icon={Cpu} />}
        aside={<DocsButton topic="instances" />}
        actions={
          <>
            <Updated at={dataUpdatedAt} />
            <RefreshNouns nouns={['instance']} />
            {New}
          </>
        }
      />
      <ResourceTable
        label="instances"
        list={(page) => instanceList(project, page)}
        columns={columnsOf(project)}
        actions={actions}
        poll={poll}
        empty={
          <EmptyState
            icon={<Icon icon={Cpu} />}
            title="No instances"
            text="An instance is a virtual machine: CPUs and memory, booted from a disk, on your project's network."
            action={New}
          />
        }
      />
      {resized && <ResizeForm project={project} instance={resized} withLink onClose={() => setResizing(undefined)} />}
    </>
  )
}
