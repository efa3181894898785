// The instances of a project and their current states.
import { Cpu } from '@lucide/icons'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useLoad } from '../../use-api.ts'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { TimeAgo } from '../../ui/display/dates.tsx'
import { Bytes } from '../../ui/display/numbers.tsx'
import { bytesText } from '../../util/format.ts'
import { useInstanceActions, type Instance } from './instance-actions.tsx'
import { useListPolling } from './instance-polling.ts'
import { instanceList } from './instance-queries.ts'
import { InstanceStateBadge } from './instance-state-badge.tsx'

const ResizeForm = lazyPopup(async () => (await import('./instance-resize.lazy.tsx')).InstanceResizeForm)

const cpuText = ({ ncpus }: Instance) => `${ncpus} ${ncpus === 1 ? 'vCPU' : 'vCPUs'}`

const columnsOf = (project: string): ResourceColumn<Instance>[] => [
  nameColumn(({ name }) => paths.instanceStorage({ project, instance: name })),
  { id: 'cpu', header: 'CPU', align: 'right', text: cpuText, cell: cpuText },
  {
    id: 'memory',
    header: 'Memory',
    align: 'right',
    value: ({ memory }) => memory,
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
        <InstanceStateBadge state={runState} />
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
  const { project = '' } = useParams()
  const [resizing, setResizing] = useState<Instance>()
  const instances = useLoad(instanceList(project)).data?.items ?? []
  const poll = useListPolling(instances)
  const actions = useInstanceActions({ project, onResize: setResizing })
  // the current row, not the one that was clicked: the form shows why a running instance cannot be resized
  const resized = instances.find(({ id }) => id === resizing?.id) ?? resizing
  return (
    <ResourcePage
      title="Instances"
      icon={Cpu}
      docs="instances"
      create={[{ label: 'New instance', to: paths.instancesNew({ project }) }]}
      refresh={['instance']}
      palette={instances.map(({ name }) => ({
        label: name,
        to: paths.instanceStorage({ project, instance: name }),
        group: 'Go to instance',
      }))}
      label="instances"
      list={(page) => instanceList(project, page)}
      columns={columnsOf(project)}
      actions={actions}
      poll={poll}
      empty="An instance is a virtual machine with CPUs, memory, a boot disk and a place on your project's network."
    >
      {resized && <ResizeForm project={project} instance={resized} withLink onClose={() => setResizing(undefined)} />}
    </ResourcePage>
  )
}
