// The IP address of an internet gateway. The API allows one.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { apiAction, bold, copyIdAction, copyTextAction, type Action } from '../../action/action.tsx'
import { useData } from '../../use-api.ts'
import { TableCard } from '../../table/table-card.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import type { Column } from '../../ui/display/table.tsx'
import type { Gateway } from './internet-gateway-actions.tsx'
import { gatewayAddresses } from './internet-gateway-queries.ts'

type Link = Model<'InternetGatewayIpAddress'>

const AttachForm = lazyPopup(async () => (await import('./internet-gateway-form.lazy.tsx')).GatewayAddressForm)

const columns: Column<Link>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <span className="font-medium">{name}</span> },
  {
    id: 'address',
    header: 'IP address',
    early: true,
    cell: ({ address }) => <CopyText text={address} maxLength={40} />,
  },
  { id: 'description', header: 'Description', cell: ({ description }) => description || <Dash /> },
]

export function GatewayAddresses({ project, vpc, gateway }: { project: string; vpc: string; gateway: Gateway }) {
  const [attaching, setAttaching] = useState(false)
  const links = useData(gatewayAddresses(project, vpc, gateway.name)).items
  const whyNot = links.length > 0 ? 'A gateway can have one IP address' : undefined
  return (
    <TableCard
      title="IP addresses"
      text="Outgoing traffic of instances with this address uses the gateway."
      buttons={[
        {
          label: 'Attach IP address',
          sends: 'internet_gateway_ip_address_create',
          whyNot,
          run: () => setAttaching(true),
        },
      ]}
      columns={columns}
      rows={links}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      actions={(link) => [copyIdAction(link.id), copyTextAction('Copy IP address', link.address), detachAction(link)]}
      empty={<EmptyState title="No IP addresses" text="Attach one to pin outgoing traffic to a known address." />}
    >
      {attaching && <AttachForm gateway={gateway} onClose={() => setAttaching(false)} />}
    </TableCard>
  )
}

const detachAction = ({ id, name, address }: Link): Action =>
  apiAction({
    label: 'Detach',
    icon: 'detach',
    caution: true,
    operation: 'internet_gateway_ip_address_delete',
    params: { path: { address: id }, query: { cascade: true } },
    ask: {
      title: 'Detach IP address',
      content: bold`Detach ${address}?`,
      consequence: 'Traffic through this gateway can no longer use the address. Routes are kept.',
      errorTitle: `Could not detach IP address ${name}`,
    },
    done: `IP address ${address} detached`,
  })
