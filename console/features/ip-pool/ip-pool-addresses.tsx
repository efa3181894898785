// What holds the addresses of a pool, page by page.
import type { Data } from '#contract/client.ts'
import { copyTextAction } from '../../action/action.tsx'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { PagedTable } from '../../table/paged-table.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { CopyText, Truncate } from '../../ui/display/copy.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { ipPoolAddresses } from './ip-pool-queries.ts'

type Address = Data<'ip_pool_address_list'>['items'][number]

const kinds: Record<Address['kind'], string> = {
  ephemeral: 'ephemeral',
  floating: 'floating',
  probe: 'probe',
  snat: 'SNAT',
}

interface NameOrShortIdProps {
  name: string | null | undefined
  id: string
  to?: (name: string) => string
}

/** Shows the ID instead of a name inside a project that the operator cannot read. */
function NameOrShortId({ name, id, to }: NameOrShortIdProps) {
  if (!name) return <Truncate text={id} maxLength={12} position="middle" mono />
  return to ? <TextLink to={to(name)}>{name}</TextLink> : <>{name}</>
}

const portsText = ({ kind, firstPort, lastPort }: Address) => (kind === 'snat' ? `${firstPort}-${lastPort}` : 'all')

const columns: SortedColumn<Address>[] = [
  { id: 'ip', header: 'Address', text: ({ ip }) => ip, cell: ({ ip }) => <CopyText text={ip} /> },
  {
    id: 'ports',
    header: 'Ports',
    text: portsText,
    cell: portsText,
  },
  { id: 'kind', header: 'Type', text: ({ kind }) => kinds[kind], cell: ({ kind }) => <Badge>{kinds[kind]}</Badge> },
  {
    id: 'silo',
    header: 'Silo',
    text: ({ siloName }) => siloName,
    cell: ({ siloName: silo }) => <TextLink to={paths.silo({ silo })}>{silo}</TextLink>,
  },
  {
    id: 'project',
    header: 'Project',
    text: ({ projectName, projectId }) => projectName ?? projectId,
    cell: ({ projectName, projectId }) => (
      <NameOrShortId name={projectName} id={projectId} to={(project) => paths.instances({ project })} />
    ),
  },
  {
    id: 'name',
    header: 'Name',
    text: ({ kind, name, id }) => (kind === 'floating' || kind === 'probe' ? (name ?? id) : ''),
    cell: ({ kind, name, id }) =>
      kind === 'floating' || kind === 'probe' ? <NameOrShortId name={name} id={id} /> : <Dash />,
  },
  {
    id: 'instance',
    header: 'Instance',
    text: ({ instanceId, instanceName }) => instanceName ?? instanceId ?? '',
    cell: ({ instanceId, instanceName, projectName: project }) =>
      instanceId ? (
        <NameOrShortId
          name={instanceName}
          id={instanceId}
          {...(project && { to: (instance: string) => paths.instanceNetworking({ project, instance }) })}
        />
      ) : (
        <Dash />
      ),
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
      nouns="addresses"
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
