// The network interfaces of an instance.
import { MAX_INTERFACES } from '#contract/limits.ts'
import { Network } from '@lucide/icons'
import { Icon } from '../../../ui/display/icon.tsx'
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { whyNotInstance } from '#contract/instance-states.ts'
import { send } from '../../../api.ts'
import { useData } from '../../../use-api.ts'
import { copyIdAction, deleteAction, type Action } from '../../../action/action.tsx'
import { lazyPopup } from '../../../ui/display/lazy.tsx'
import { VpcName } from '../../vpc/vpc-name.tsx'
import { instanceInterfaces, instanceView, type Instance } from '../instance-queries.ts'
import { SubnetName } from '../../vpc-subnet/subnet-name.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { TableCard } from '../../../table/table-card.tsx'
import { CopyText, Truncate } from '../../../ui/display/copy.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Dash } from '../../../ui/display/dash.tsx'
import type { Column } from '../../../ui/display/table.tsx'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'

type Interface = Model<'InstanceNetworkInterface'>

const CreateForm = lazyPopup(async () => (await import('./network-interface-form.lazy.tsx')).InterfaceCreateForm)
const EditForm = lazyPopup(async () => (await import('./network-interface-form.lazy.tsx')).InterfaceEditForm)

const columnsOf = (project: string): Column<Interface>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, primary }) => (
      <span className="flex items-center gap-2 font-medium">
        {name} {primary && <Badge>primary</Badge>}
      </span>
    ),
  },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) => (description ? <Truncate text={description} maxLength={48} /> : <Dash />),
  },
  { id: 'ip', header: 'Private IP', early: true, cell: ({ ip }) => <CopyText text={ip} maxLength={40} /> },
  { id: 'vpc', header: 'VPC', cell: ({ vpcId }) => <VpcName project={project} id={vpcId} /> },
  {
    id: 'subnet',
    header: 'Subnet',
    cell: ({ subnetId, vpcId }) => <SubnetName project={project} vpc={vpcId} id={subnetId} />,
  },
  { id: 'transit', header: 'Transit IPs', cell: ({ transitIps }) => <TransitIps nets={transitIps ?? []} /> },
]

function TransitIps({ nets }: { nets: readonly string[] }) {
  const [first, ...others] = nets
  if (first === undefined) return <Dash />
  return (
    <span className="flex items-center gap-2 font-mono text-xs">
      {first}
      {others.length > 0 && (
        <Tooltip
          content={
            <>
              <span className="block text-muted">Other transit IPs</span>
              {others.map((net) => (
                <span key={net} className="block">
                  {net}
                </span>
              ))}
            </>
          }
        >
          <button type="button" className="rounded-sm text-muted">
            +{others.length}
          </button>
        </Tooltip>
      )}
    </span>
  )
}

export function InterfacesCard({ project, name }: { project: string; name: string }) {
  const [open, setOpen] = useState<'create' | Interface>()
  const close = () => setOpen(undefined)
  const instance = useData(instanceView(project, name))
  const { items } = useData(instanceInterfaces(project, name))
  const whyNot =
    whyNotInstance('update_network_interface', instance) ??
    (items.length >= MAX_INTERFACES ? `An instance can have at most ${MAX_INTERFACES} network interfaces` : undefined)
  return (
    <TableCard
      title="Network interfaces"
      buttons={[
        {
          label: 'Add network interface',
          sends: 'instance_network_interface_create',
          whyNot,
          run: () => setOpen('create'),
        },
      ]}
      columns={columnsOf(project)}
      rows={items}
      rowKey={({ id }) => id}
      rowLabel={(nic) => nic.name}
      actions={(nic) => actionsOf(instance, nic, items.length > 1, () => setOpen(nic))}
      empty={
        <EmptyState
          icon={<Icon icon={Network} />}
          title="No network interfaces"
          text="Interfaces connect the instance to subnets."
        />
      }
    >
      {open === 'create' && <CreateForm project={project} instance={name} onClose={close} />}
      {typeof open === 'object' && <EditForm nic={open} onClose={close} />}
    </TableCard>
  )
}

function actionsOf(instance: Instance, nic: Interface, hasOthers: boolean, edit: () => void): Action[] {
  const whyNot = whyNotInstance('update_network_interface', instance)
  const params = { path: { interface: nic.id }, body: { primary: true, transitIps: nic.transitIps ?? [] } }
  return [
    copyIdAction(nic.id),
    {
      label: 'Make primary',
      icon: 'default',
      whyNot: nic.primary ? 'Already the primary interface' : whyNot,
      run: () => send('instance_network_interface_update', params),
      done: `Network interface ${nic.name} is now primary`,
    },
    { label: 'Edit', icon: 'edit', whyNot, run: edit },
    deleteAction({
      kind: 'network interface',
      name: nic.name,
      operation: 'instance_network_interface_delete',
      params: { path: { interface: nic.id } },
      whyNot: nic.primary && hasOthers ? 'Make another interface primary first' : whyNot,
      consequence: 'Its private IP is released.',
    }),
  ]
}
