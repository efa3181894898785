// The IP pools of an internet gateway.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { apiAction, bold, copyIdAction, type Action } from '../../action/action.tsx'
import { useData } from '../../use-api.ts'
import { TableCard } from '../../table/table-card.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { lazyPopup } from '../../ui/display/lazy.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { first1000IpPools } from '../ip-pool/ip-pool-queries.ts'
import { PoolName } from '../ip-pool/pool-name.tsx'
import type { Gateway } from './internet-gateway-actions.tsx'
import { gatewayPools } from './internet-gateway-queries.ts'

type Link = Model<'InternetGatewayIpPool'>

const AttachForm = lazyPopup(async () => (await import('./internet-gateway-form.lazy.tsx')).GatewayPoolForm)

const columns: Column<Link>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <span className="font-medium">{name}</span> },
  { id: 'pool', header: 'IP pool', cell: ({ ipPoolId }) => <PoolName id={ipPoolId} /> },
  { id: 'description', header: 'Description', cell: ({ description }) => description || <Dash /> },
]

export function GatewayPools({ project, vpc, gateway }: { project: string; vpc: string; gateway: Gateway }) {
  const [attaching, setAttaching] = useState(false)
  const links = useData(gatewayPools(project, vpc, gateway.name)).items
  const { items: pools, isHidden } = useData(first1000IpPools())
  const free = pools.filter(({ id }) => !links.some(({ ipPoolId }) => ipPoolId === id))
  const whyNot =
    isHidden || free.length > 0
      ? undefined
      : pools.length === 0
        ? 'No IP pools are linked to this silo'
        : 'Every IP pool of this silo is already attached'
  return (
    <TableCard
      title="IP pools"
      text="Outgoing traffic uses an address from these pools."
      buttons={[
        { label: 'Attach IP pool', sends: 'internet_gateway_ip_pool_create', whyNot, run: () => setAttaching(true) },
      ]}
      columns={columns}
      rows={links}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      actions={(link) => [copyIdAction(link.id), detachAction(link)]}
      empty={<EmptyState title="No IP pools" text="Attach one to give outgoing traffic an address." />}
    >
      {attaching && <AttachForm gateway={gateway} pools={free} onClose={() => setAttaching(false)} />}
    </TableCard>
  )
}

const detachAction = ({ id, name }: Link): Action =>
  apiAction({
    label: 'Detach',
    icon: 'detach',
    caution: true,
    operation: 'internet_gateway_ip_pool_delete',
    params: { path: { pool: id }, query: { cascade: true } },
    ask: {
      title: 'Detach IP pool',
      content: bold`Detach IP pool ${name}?`,
      consequence: 'Traffic through this gateway can no longer use its addresses. The pool and the routes are kept.',
      errorTitle: `Could not detach IP pool ${name}`,
    },
    done: `IP pool ${name} detached`,
  })
