// The frame of an instance's page: what it is, what can be done to it, why it failed, and its tabs.
import { Cpu } from '@lucide/icons'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useData, useLoad } from '../../../use-api.ts'
import { useInstanceActions } from '../shared/instance-actions.tsx'
import { useInstancePolling } from '../shared/instance-polling.ts'
import { lazyPart, lazyPopup } from '../../../ui/display/lazy.tsx'
import { IpLink } from '../networking/ip-link.tsx'
import { TextLink } from '../../../frame/link.tsx'
import { DetailPage } from '../../../table/detail-page.tsx'
import { useArchitectureFact } from '../../../table/architecture-fact.tsx'
import { useLabelsFact } from '../../../table/labels-fact.tsx'
import { RefreshNouns } from '../../../table/refresh-nouns.tsx'
import { VpcName } from '../../vpc/vpc-name.tsx'
import { paths } from '../../../paths.ts'
import { instanceExternalIps, instanceInterfaces, instanceView, type Instance } from '../instance-queries.ts'
import { CopyText, Truncate } from '../../../ui/display/copy.tsx'
import { DateTime } from '../../../ui/display/dates.tsx'
import { Dash } from '../../../ui/display/dash.tsx'
import type { Property } from '../../../ui/display/properties.tsx'
import { Unloaded } from '../../../ui/display/skeleton.tsx'
import { exists } from '../../../route.ts'
import { CloningNotice } from './cloning-notice.tsx'
import { FailureNotice, NotStartedNotice } from './failure-notice.tsx'
import { Address, Connect } from './header-parts.tsx'
import { RollbackNotice } from './rollback-notice.tsx'
import { RunState } from './run-state.tsx'
import { MachineNotice } from './machine-notice.tsx'
import { StoppingNotice } from './stopping-notice.tsx'
import { gibText } from '../../../util/format.ts'

const CpuSparkline = lazyPart(async () => (await import('../cpu-sparkline.lazy.tsx')).CpuSparkline)
const CloneForm = lazyPopup(async () => (await import('../instance-clone.lazy.tsx')).InstanceCloneForm)
const EditForm = lazyPopup(async () => (await import('../instance-edit.lazy.tsx')).InstanceEditForm)
const ResizeForm = lazyPopup(async () => (await import('../instance-resize.lazy.tsx')).InstanceResizeForm)
const MigrateForm = lazyPopup(async () => (await import('../../migration/migrate-form.lazy.tsx')).MigrateForm)
const MigrationNotice = lazyPart(
  async () => (await import('../../migration/migration-notice.lazy.tsx')).MigrationNotice,
)

/** Start and stop; the other actions are in the menu. */
const BUTTONS = 2

export default function InstancePage() {
  const navigate = useNavigate()
  const { project = '', instance: name = '' } = useParams()
  const at = { project, instance: name }
  const [isEditing, setEditing] = useState(false)
  const [resizing, setResizing] = useState(false)
  const [isCloning, setCloning] = useState(false)
  const [isMigrating, setMigrating] = useState(false)
  const query = instanceView(project, name)
  // read twice: how often it is read depends on what was read
  const poll = useInstancePolling(useData(query))
  const instance = useData(query, { poll })
  const actionsOf = useInstanceActions({
    project,
    onEdit: () => setEditing(true),
    onResize: () => setResizing(true),
    onClone: () => setCloning(true),
    onMigrate: () => setMigrating(true),
    onDeleted: () => navigate(paths.instances({ project })),
  })
  const actions = actionsOf(instance)
  return (
    <DetailPage
      title={name}
      icon={Cpu}
      docs="instances"
      aside={<Address {...at} />}
      noun="Instance"
      id={instance.id}
      tools={
        <>
          <RefreshNouns
            nouns={['instance', 'instance_machine', 'external_ip', 'network_interface', 'disk', 'instance_failure']}
          />
          <Connect {...at} />
        </>
      }
      buttons={actions.slice(0, BUTTONS)}
      actions={actions.slice(BUTTONS)}
      overview={
        <>
          {instance.runState === 'failed' && (
            <FailureNotice project={project} instance={instance} start={actions[0]!} />
          )}
          {(instance.runState === 'creating' || instance.runState === 'stopping') && (
            <RollbackNotice project={project} instance={instance} />
          )}
          {instance.runState === 'creating' && (
            <CloningNotice {...{ project, instance }} onCanceled={() => navigate(paths.instances({ project }))} />
          )}
          {instance.runState === 'stopped' && <NotStartedNotice project={project} instance={instance} />}
          {instance.runState === 'running' && <MachineNotice project={project} name={instance.name} />}
          {instance.runState === 'migrating' && <MigrationNotice instance={instance} />}
          {instance.runState === 'stopping' && <StoppingNotice project={project} instance={instance} />}
        </>
      }
      facts={[
        ...factsOf(project, name, instance),
        ...useArchitectureFact({ kind: 'instance', project }, instance),
        ...useLabelsFact({ kind: 'instance', project }, instance),
      ]}
      tabs={[
        { to: paths.instanceOverview(at), label: 'Overview' },
        { to: paths.instanceStorage(at), label: 'Storage' },
        { to: paths.instanceNetworking(at), label: 'Networking' },
        { to: paths.instanceMetrics(at), label: 'Metrics' },
        { to: paths.instanceConnect(at), label: 'Connect' },
        { to: paths.instanceSettings(at), label: 'Settings' },
        { to: paths.instanceRecovery(at), label: 'Recovery' },
        { to: paths.instanceActivity(at), label: 'Activity' },
      ].filter(({ to }) => exists(to))}
    >
      {isEditing && (
        <EditForm
          project={project}
          name={name}
          onRenamed={(instance) => navigate(paths.instanceOverview({ project, instance }), { replace: true })}
          onClose={() => setEditing(false)}
        />
      )}
      {isMigrating && <MigrateForm instance={instance} onClose={() => setMigrating(false)} />}
      {resizing && <ResizeForm project={project} instance={instance} onClose={() => setResizing(false)} />}
      {isCloning && <CloneForm project={project} instance={instance} onClose={() => setCloning(false)} />}
    </DetailPage>
  )
}

function factsOf(project: string, name: string, instance: Instance): Property[] {
  const { ncpus, memory, description, timeCreated, id } = instance
  return [
    { name: 'State', value: <RunState project={project} instance={instance} /> },
    { name: 'Description', value: description && <Truncate text={description} maxLength={48} /> },
    {
      name: 'CPU',
      value: (
        <span className="flex flex-wrap items-center gap-x-4">
          {ncpus} {ncpus === 1 ? 'vCPU' : 'vCPUs'}
          <CpuSparkline project={project} id={id} />
        </span>
      ),
    },
    { name: 'Created', value: <DateTime value={timeCreated} /> },
    { name: 'Memory', value: gibText(memory) },
    { name: 'ID', value: <CopyText text={id} /> },
    { name: 'VPC', value: <PrimaryVpc project={project} instance={name} /> },
    { name: 'External IPs', value: <ExternalIps project={project} instance={name} /> },
  ]
}

function PrimaryVpc({ project, instance }: { project: string; instance: string }) {
  const { data, isError } = useLoad(instanceInterfaces(project, instance))
  if (!data) return <Unloaded isError={isError} />
  const primary = data.items.find((one) => one.primary)
  return primary ? <VpcName project={project} id={primary.vpcId} /> : <Dash />
}

const SHOWN = 2

function ExternalIps(at: { project: string; instance: string }) {
  const { data, isError } = useLoad(instanceExternalIps(at.project, at.instance))
  if (!data) return <Unloaded isError={isError} />
  if (data.items.length === 0) return <Dash />
  // those that stay come first
  const sorted = data.items.toSorted((a, b) => Number(a.kind === 'ephemeral') - Number(b.kind === 'ephemeral'))
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {sorted.slice(0, SHOWN).map(({ ip }, index) => (
        <span key={ip} className="inline-flex items-center gap-2">
          {index > 0 && <span className="text-muted">/</span>}
          <IpLink ip={ip} />
        </span>
      ))}
      {sorted.length > SHOWN && (
        <TextLink to={paths.instanceNetworking(at)} aria-label={`All ${sorted.length} external IPs`}>
          …
        </TextLink>
      )}
    </span>
  )
}
