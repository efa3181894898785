// What holds the addresses of a pool, page by page.
import type { Data } from '#contract/client.ts'
import { copyTextAction } from '../../action/action.tsx'
import { PagedTable } from '../../table/paged-table.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText, Truncate } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { ipPoolAddresses } from './ip-pool-queries.ts'

type Address = Data<'ip_pool_address_list'>['items'][number]

const kinds: Record<Address['kind'], string> = {
  ephemeral: 'ephemeral',
  floating: 'floating',
  probe: 'probe',
  snat: 'SNAT',
}

/** Shows the id instead of a name inside a project that the operator cannot read. */
const NameOrShortId = ({ name, id }: { name: string | null | undefined; id: string }) =>
  name ? <>{name}</> : <Truncate text={id} maxLength={12} position="middle" mono />

const columns: Column<Address>[] = [
  { id: 'ip', header: 'Address', cell: ({ ip }) => <CopyText text={ip} /> },
  {
    id: 'ports',
    header: 'Ports',
    cell: ({ kind, firstPort, lastPort }) => (kind === 'snat' ? `${firstPort}-${lastPort}` : 'all'),
  },
  { id: 'kind', header: 'Type', cell: ({ kind }) => <Badge>{kinds[kind]}</Badge> },
  { id: 'silo', header: 'Silo', cell: ({ siloName }) => siloName },
  {
    id: 'project',
    header: 'Project',
    cell: ({ projectName, projectId }) => <NameOrShortId name={projectName} id={projectId} />,
  },
  {
    id: 'name',
    header: 'Name',
    cell: ({ kind, name, id }) =>
      kind === 'floating' || kind === 'probe' ? <NameOrShortId name={name} id={id} /> : <Dash />,
  },
  {
    id: 'instance',
    header: 'Instance',
    cell: ({ instanceId, instanceName }) =>
      instanceId ? <NameOrShortId name={instanceName} id={instanceId} /> : <Dash />,
  },
]

const actionsOf = ({ instanceId, siloId }: Address) => [
  ...(instanceId ? [copyTextAction('Copy instance ID', instanceId)] : []),
  copyTextAction('Copy silo ID', siloId),
]

export const PoolAddresses = ({ pool }: { pool: string }) => (
  <>
    <p className="mb-2 text-sm text-muted">Resources in other silos’ projects are shown by ID only.</p>
    <PagedTable
      label="Addresses in use"
      list={(page) => ipPoolAddresses(pool, page)}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ ip }) => ip}
      actions={actionsOf}
      empty={
        <EmptyState
          title="No addresses in use"
          text="Instances, floating IPs and probes with an address from this pool appear here."
        />
      }
    />
  </>
)
