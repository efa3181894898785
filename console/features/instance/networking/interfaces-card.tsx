// The network interfaces of an instance.
import { MAX_INTERFACES } from '#contract/limits.ts'
import { Network } from '@lucide/icons'
import { Icon } from '../../../ui/display/icon.tsx'
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { usePlatform } from '../../../platform.ts'
import { useData, useLoad } from '../../../use-api.ts'
import { lazyPopup } from '../../../ui/display/lazy.tsx'
import { VpcName } from '../../vpc/vpc-name.tsx'
import { instanceInterfaces, instanceView, pluggedInterfaces } from '../instance-queries.ts'
import { interfacePlugs } from '../shared/interface-plugs.ts'
import { interfaceActions, type Interface } from './interface-actions.tsx'
import { SubnetName } from '../../vpc-subnet/subnet-name.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { TableCard } from '../../../table/table-card.tsx'
import { CopyText, Truncate } from '../../../ui/display/copy.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Dash } from '../../../ui/display/dash.tsx'
import type { Column } from '../../../ui/display/table.tsx'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'

/** By the ID of an interface. */
type States = ReadonlyMap<string, Model<'InterfacePlugState'>>

const CreateForm = lazyPopup(async () => (await import('./network-interface-form.lazy.tsx')).InterfaceCreateForm)
const EditForm = lazyPopup(async () => (await import('./network-interface-form.lazy.tsx')).InterfaceEditForm)

const columnsOf = (project: string, states: States): Column<Interface>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, name, primary }) => (
      <span className="flex items-center gap-2 font-medium">
        {name} {primary && <Badge>primary</Badge>}
        <PlugState state={states.get(id)} />
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

/** Nothing for one that is simply there. */
function PlugState({ state }: { state: Model<'InterfacePlugState'> | undefined }) {
  if (state !== 'attaching' && state !== 'detaching') return null
  return (
    <Badge tone="transition" busy>
      {state}
    </Badge>
  )
}

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
  const plugged = useLoad(pluggedInterfaces(project, name)).data
  const states = new Map(plugged?.type === 'success' ? plugged.data.items.map(({ id, state }) => [id, state]) : [])
  const platform = usePlatform()
  const { isHot, whyNotAdd } = interfacePlugs(platform, instance)
  const whyNot =
    whyNotAdd ??
    (items.length >= MAX_INTERFACES ? `An instance can have at most ${MAX_INTERFACES} network interfaces` : undefined)
  return (
    <TableCard
      title="Network interfaces"
      buttons={[
        {
          label: 'Add network interface',
          sends: isHot ? 'instance_network_interface_hot_attach' : 'instance_network_interface_create',
          whyNot,
          run: () => setOpen('create'),
        },
      ]}
      columns={columnsOf(project, states)}
      rows={items}
      rowKey={({ id }) => id}
      rowLabel={(nic) => nic.name}
      actions={(nic) =>
        interfaceActions({ instance, nic, platform, hasOthers: items.length > 1, edit: () => setOpen(nic) })
      }
      empty={
        <EmptyState
          icon={<Icon icon={Network} />}
          title="No network interfaces"
          text="Interfaces connect the instance to subnets."
        />
      }
    >
      {open === 'create' && <CreateForm project={project} instance={name} isHot={isHot} onClose={close} />}
      {typeof open === 'object' && <EditForm nic={open} onClose={close} />}
    </TableCard>
  )
}
