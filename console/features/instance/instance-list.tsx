// The instances of a project and their current states.
import { Cpu } from '@lucide/icons'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useData, useLoad } from '../../use-api.ts'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { more } from '../../table/more.ts'
import { useChip } from '../../table/use-chip.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { TimeAgo } from '../../ui/display/dates.tsx'
import { gibText } from '../../util/format.ts'
import { useInstanceActions } from './shared/instance-actions.tsx'
import { useListPolling } from './shared/instance-polling.ts'
import { instanceList, instanceSummaries, type Instance as PlainInstance } from './instance-queries.ts'
import { instanceStates, type InstanceState } from '#contract/instance-states.ts'
import { InstanceStateBadge } from './shared/instance-state-badge.tsx'

const EditForm = lazyPopup(async () => (await import('./instance-edit.lazy.tsx')).InstanceEditForm)
const CloneForm = lazyPopup(async () => (await import('./instance-clone.lazy.tsx')).InstanceCloneForm)
const MigrateForm = lazyPopup(async () => (await import('../migration/migrate-form.lazy.tsx')).MigrateForm)
const ResizeForm = lazyPopup(async () => (await import('./instance-resize.lazy.tsx')).InstanceResizeForm)

interface Summary {
  externalIp?: string | null
  internalIp?: string | null
  imageName?: string | null
}
type Instance = PlainInstance & Summary

const addressOf = ({ externalIp, internalIp }: Summary) => externalIp ?? internalIp ?? ''

const summaryColumns: ResourceColumn<Instance>[] = [
  {
    id: 'address',
    header: 'IP address',
    text: addressOf,
    cell: (row) => (addressOf(row) ? <CopyText text={addressOf(row)} /> : <Dash />),
  },
  {
    id: 'image',
    header: 'Image',
    text: ({ imageName }) => imageName ?? '',
    cell: ({ imageName }) => imageName ?? <Dash />,
  },
]

const states = {
  label: 'Filter by state',
  of: ({ runState }: Instance) => runState,
  show: (state: InstanceState) => <InstanceStateBadge state={state} />,
}

const cpuText = ({ ncpus }: Instance) => `${ncpus} ${ncpus === 1 ? 'vCPU' : 'vCPUs'}`

const columnsOf = (project: string, hasSummaries: boolean): ResourceColumn<Instance>[] => [
  nameColumn(({ name }) => paths.instanceOverview({ project, instance: name })),
  { id: 'cpu', header: 'CPU', align: 'right', text: cpuText, cell: cpuText },
  {
    id: 'memory',
    header: 'Memory',
    align: 'right',
    value: ({ memory }) => memory,
    text: ({ memory }) => gibText(memory),
    cell: ({ memory }) => gibText(memory),
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
  ...(hasSummaries ? summaryColumns : []),
  { ...descriptionColumn<Instance>(), hidden: true },
  createdColumn(),
  idColumn(),
]

export default function InstanceListPage() {
  const { project = '' } = useParams()
  const [editing, setEditing] = useState<Instance>()
  const [resizing, setResizing] = useState<Instance>()
  const [cloning, setCloning] = useState<Instance>()
  const [migrating, setMigrating] = useState<Instance>()
  const instances = useLoad(instanceList(project)).data?.items ?? []
  const hasSummaries = useData(instanceSummaries(project)).type === 'success'
  const summaries = more(
    (page) => instanceSummaries(project, page),
    (answer) => (answer.type === 'success' ? answer.data : { items: [] }),
  )
  const poll = useListPolling(instances)
  const actions = useInstanceActions({
    project,
    onEdit: setEditing,
    onResize: setResizing,
    onClone: setCloning,
    onMigrate: setMigrating,
  })
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
        to: paths.instanceOverview({ project, instance: name }),
        group: 'Go to instance',
      }))}
      label="instances"
      list={(page) => instanceList(project, page)}
      more={summaries}
      labels={{ kind: 'instance', project }}
      facet={{ ...states, ...useChip('state', instanceStates) }}
      columns={columnsOf(project, hasSummaries)}
      actions={actions}
      poll={poll}
      empty="An instance is a virtual machine with CPUs, memory, a boot disk and a network interface."
    >
      {editing && <EditForm project={project} name={editing.name} onClose={() => setEditing(undefined)} />}
      {migrating && <MigrateForm instance={migrating} onClose={() => setMigrating(undefined)} />}
      {resized && <ResizeForm project={project} instance={resized} withLink onClose={() => setResizing(undefined)} />}
      {cloning && <CloneForm project={project} instance={cloning} onClose={() => setCloning(undefined)} />}
    </ResourcePage>
  )
}
