// What holds the addresses of a pool, page by page.
import type { Data } from '#contract/client.ts'
import { copyTextAction, menuItem } from '../../action/action.tsx'
import { useLoad } from '../../use-api.ts'
import { PAGE_SIZE } from '../../queries.ts'
import { usePages } from '../../table/use-pages.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText, Truncate } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PaginationBar } from '../../ui/display/pagination.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { ipPoolAddresses } from './ip-pool-queries.ts'

type Address = Data<'ip_pool_address_list'>['items'][number]

const kinds: Record<Address['kind'], string> = {
  ephemeral: 'ephemeral',
  floating: 'floating',
  probe: 'probe',
  snat: 'SNAT',
}

/** The id stands in for a name inside a project that the operator cannot read. */
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

export function PoolAddresses({ pool }: { pool: string }) {
  const pages = usePages(`addresses of ${pool}`)
  const { data, isPlaceholderData, error } = useLoad(ipPoolAddresses(pool, pages.args))
  if (!data && error) throw error
  const rows = data?.items ?? []
  if (data && rows.length === 0 && !pages.hasPrev)
    return (
      <EmptyState
        title="No addresses in use"
        text="Instances, floating IPs and probes that hold an address appear here."
      />
    )
  return (
    <>
      <p className="mb-2 text-sm text-muted">Names inside other silos’ projects are not shown; their IDs are.</p>
      <Table
        label="Addresses in use"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={({ ip }) => ip}
        actions={(row) => actionsOf(row).map(menuItem)}
        busy={isPlaceholderData}
        skeletonRows={data ? 0 : 5}
      />
      <PaginationBar
        pageSize={PAGE_SIZE}
        hasPrev={pages.hasPrev}
        hasNext={Boolean(data?.nextPage) && rows.length >= PAGE_SIZE}
        onPrev={pages.prev}
        onNext={() => data?.nextPage && pages.next(data.nextPage)}
        busy={isPlaceholderData}
      />
    </>
  )
}
