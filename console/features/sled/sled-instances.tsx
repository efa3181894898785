// The instances on a sled.
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { whyNotInstance } from '#contract/instance-states.ts'
import { copyIdAction, type Action } from '../../action/action.tsx'
import { TextLink } from '../../frame/link.tsx'
import { useMe } from '../../me.ts'
import { paths } from '../../paths.ts'
import { usePlatform } from '../../platform.ts'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { PagedTable } from '../../table/paged-table.tsx'
import { DateTime } from '../../ui/display/dates.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { gibText } from '../../util/format.ts'
import { InstanceStateBadge } from '../instance/shared/instance-state-badge.tsx'
import { sledInstances } from './sled-queries.ts'

const MigrateForm = lazyPopup(async () => (await import('../migration/migrate-form.lazy.tsx')).MigrateForm)

type SledInstance = Model<'SledInstance'>

/** Operators can open instances of their own silo only. */
const columnsOf = (ownSilo: string): SortedColumn<SledInstance>[] => [
  {
    id: 'name',
    header: 'Name',
    text: ({ name }) => name,
    cell: ({ name, projectName: project, siloName }) => (
      <span className="block py-1">
        <span className="block text-xs text-muted">
          {siloName} / {project}
        </span>
        {siloName === ownSilo ? (
          <TextLink to={paths.instanceOverview({ project, instance: name })}>{name}</TextLink>
        ) : (
          name
        )}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    early: true,
    text: ({ state }) => state,
    cell: ({ state }) => <InstanceStateBadge state={state} />,
  },
  {
    id: 'specs',
    header: 'Specs',
    cell: ({ ncpus, memory }) => (
      <>
        {ncpus} {ncpus === 1 ? 'vCPU' : 'vCPUs'}, {gibText(memory)}
      </>
    ),
  },
  {
    id: 'created',
    header: 'Created',
    value: ({ timeCreated }) => timeCreated.getTime(),
    cell: ({ timeCreated }) => <DateTime value={timeCreated} />,
  },
]

export default function SledInstancesTab() {
  const { sledId = '' } = useParams()
  const migrates = usePlatform()?.migrates === true
  const [migrating, setMigrating] = useState<SledInstance>()
  const migrateAction = (instance: SledInstance): Action => ({
    label: 'Migrate',
    icon: 'move',
    sends: 'instance_migrate',
    whyNot: whyNotInstance('migrate', { runState: instance.state }),
    run: () => setMigrating(instance),
  })
  return (
    <>
      <PagedTable
        label="Instances"
        nouns="instances"
        list={(page) => sledInstances(sledId, page)}
        columns={columnsOf(useMe().user.siloName)}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        actions={(row) => [copyIdAction(row.id), ...(migrates ? [migrateAction(row)] : [])]}
        empty={<EmptyState title="No instances found" text="No instances run on this sled." />}
      />
      {migrating && <MigrateForm instance={migrating} onClose={() => setMigrating(undefined)} />}
    </>
  )
}
