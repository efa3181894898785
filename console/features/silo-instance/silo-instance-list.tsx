// The instances of the silo, across projects. They are created and changed in their project.
import { Cpu } from '@lucide/icons'
import type { Model } from '#contract/client.ts'
import { instanceStates, type InstanceState } from '#contract/instance-states.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { NotOffered } from '../../table/not-offered.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { useChip } from '../../table/use-chip.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { useData } from '../../use-api.ts'
import { gibText } from '../../util/format.ts'
import { InstanceStateBadge } from '../instance/shared/instance-state-badge.tsx'
import { siloInstanceList } from './silo-instance-queries.ts'

type Instance = Model<'SiloInstance'>

const columns: readonly ResourceColumn<Instance>[] = [
  nameColumn(({ projectName, name }) => paths.instanceOverview({ project: projectName, instance: name })),
  {
    id: 'project',
    header: 'Project',
    text: ({ projectName }) => projectName,
    cell: ({ projectName }) => <TextLink to={paths.instances({ project: projectName })}>{projectName}</TextLink>,
  },
  {
    id: 'state',
    header: 'State',
    early: true,
    text: ({ runState }) => runState,
    cell: ({ runState }) => <InstanceStateBadge state={runState} />,
  },
  {
    id: 'cpu',
    header: 'vCPUs',
    align: 'right',
    text: ({ ncpus }) => String(ncpus),
    value: ({ ncpus }) => ncpus,
    cell: ({ ncpus }) => ncpus,
  },
  {
    id: 'memory',
    header: 'Memory',
    align: 'right',
    text: ({ memory }) => gibText(memory),
    value: ({ memory }) => memory,
    cell: ({ memory }) => gibText(memory),
  },
  { ...descriptionColumn<Instance>(), hidden: true },
  createdColumn(),
  idColumn(),
]

const states = {
  label: 'Filter by state',
  of: ({ runState }: Instance) => runState,
  show: (state: InstanceState) => <InstanceStateBadge state={state} />,
}

export default function SiloInstanceListPage() {
  const chip = useChip('state', instanceStates)
  if (useData(siloInstanceList()).isMissing)
    return (
      <>
        <PageHeader title="Instances" icon={<Icon icon={Cpu} />} />
        <NotOffered />
      </>
    )
  return (
    <ResourcePage
      title="Instances"
      icon={Cpu}
      docs="instances"
      refresh={['silo_instance']}
      label="instances"
      list={siloInstanceList}
      labels={{ kind: 'instance' }}
      facet={{ ...states, ...chip }}
      columns={columns}
      empty="Instances of all projects that you can see appear here. Open a project to create one."
    />
  )
}
