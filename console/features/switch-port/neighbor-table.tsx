// The LLDP neighbors of a port.
import type { Model } from '#contract/client.ts'
import { copyTextAction } from '../../action/action.tsx'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { PagedTable } from '../../table/paged-table.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { TimeAgo } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { FABRIC_POLL_MS } from '../fabric/fabric-queries.ts'
import { lldpNeighbors, type PortAt } from './switch-port-queries.ts'

type Neighbor = Model<'LldpNeighbor'>

const seen = (text: string, caption: string) => <TimeAgo value={new Date(text)} caption={caption} />

const systemText = ({ systemName, chassisId }: Neighbor) => systemName ?? chassisId

const columns: SortedColumn<Neighbor>[] = [
  { id: 'system', header: 'System', text: systemText, cell: systemText },
  { id: 'link', header: 'Its port', text: ({ linkName }) => linkName, cell: ({ linkName }) => linkName },
  { id: 'local', header: 'Our link', text: ({ localPort }) => localPort, cell: ({ localPort }) => localPort },
  { id: 'description', header: 'Description', cell: ({ systemDescription }) => systemDescription ?? <Dash /> },
  {
    id: 'management',
    header: 'Management address',
    cell: ({ managementIp }) =>
      managementIp.length > 0 ? <span className="font-mono text-xs">{managementIp.join(', ')}</span> : <Dash />,
  },
  { id: 'chassis', header: 'Chassis', text: ({ chassisId }) => chassisId, cell: ({ chassisId }) => chassisId },
  {
    id: 'last',
    header: 'Last seen',
    text: ({ lastSeen }) => lastSeen,
    cell: ({ lastSeen }) => seen(lastSeen, 'Last seen'),
  },
  {
    id: 'first',
    header: 'First seen',
    text: ({ firstSeen }) => firstSeen,
    cell: ({ firstSeen }) => seen(firstSeen, 'First seen'),
  },
]

export const NeighborTable = ({ at }: { at: PortAt }) => (
  <PagedTable
    label="LLDP neighbors"
    nouns="neighbors"
    list={(page) => lldpNeighbors(at, page)}
    columns={columns}
    rowKey={({ localPort, chassisId, linkName }) => `${localPort} ${chassisId} ${linkName}`}
    rowLabel={systemText}
    actions={({ chassisId }) => [copyTextAction('Copy chassis ID', chassisId)]}
    poll={FABRIC_POLL_MS}
    empty={
      <EmptyState
        title="No neighbors"
        text="A neighbor appears once a link with LLDP is up and receives its announcement."
      />
    }
  />
)
