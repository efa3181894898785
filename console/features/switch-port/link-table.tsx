// The links of a port as they are now.
import { Badge } from '../../ui/display/badge.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { TimeAgo } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { useData } from '../../use-api.ts'
import { FABRIC_POLL_MS } from '../fabric/fabric-queries.ts'
import { JsonText } from '../../frame/json-text.tsx'
import { fecText, speedText } from './link-names.ts'
import { linksIn, type PortLink } from './port-links.ts'
import { switchPortStatus, type PortAt } from './switch-port-queries.ts'

const columns: Column<PortLink>[] = [
  { id: 'name', header: 'Link', cell: ({ linkName }) => <span className="font-mono text-xs">{linkName}</span> },
  {
    id: 'state',
    header: 'State',
    early: true,
    cell: ({ state }) => (
      <Badge lamp tone={state === 'up' ? 'success' : 'danger'}>
        {state || 'unknown'}
      </Badge>
    ),
  },
  { id: 'since', header: 'Last change', cell: ({ since }) => (since ? <TimeAgo value={since} long /> : <Dash />) },
  { id: 'speed', header: 'Speed', cell: ({ speed }) => speedText(speed) || <Dash /> },
  { id: 'fec', header: 'FEC', cell: ({ fec }) => fecText(fec) || <Dash /> },
  { id: 'mtu', header: 'MTU', align: 'right', cell: ({ mtu }) => mtu ?? <Dash /> },
  {
    id: 'autoneg',
    header: 'Autonegotiation',
    cell: ({ autoneg }) => (autoneg === undefined ? <Dash /> : autoneg ? 'on' : 'off'),
  },
]

export function LinkTable({ at }: { at: PortAt }) {
  const status = useData(switchPortStatus(at), { poll: FABRIC_POLL_MS })
  const links = linksIn(status)
  if (!links) return <JsonText label="Status of the port" value={status} />
  if (links.length === 0) return <EmptyState title="No links" text="Apply settings to turn the port on." />
  return (
    <Table
      label="Links"
      columns={columns}
      rows={links}
      rowKey={({ linkName }) => linkName}
      rowLabel={({ linkName }) => linkName}
    />
  )
}
