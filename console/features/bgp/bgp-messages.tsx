// The latest messages of the BGP sessions under an AS number.
import { FilteredTable, type SortedColumn } from '../../table/filtered-table.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Dash } from '../../ui/display/dash.tsx'
import { TimeAgo } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { useLoad } from '../../use-api.ts'
import { FABRIC_POLL_MS } from '../fabric/fabric-queries.ts'
import { TabLoad } from '../../ui/display/tab-load.tsx'
import { bgpMessages } from './bgp-queries.ts'
import { entriesOf, type HistoryEntry } from './message-history.ts'

type Row = HistoryEntry & { key: string }

const columns: SortedColumn<Row>[] = [
  {
    id: 'time',
    header: 'Age',
    value: ({ time }) => time?.getTime() ?? 0,
    cell: ({ time }) => (time ? <TimeAgo value={time} caption="At" /> : <Dash />),
  },
  {
    id: 'direction',
    header: 'Direction',
    text: ({ direction }) => direction,
    cell: ({ direction }) => direction || <Dash />,
  },
  {
    id: 'type',
    header: 'Message',
    early: true,
    text: ({ type }) => type,
    cell: ({ type }) => (type ? <Badge>{type}</Badge> : <Dash />),
  },
  {
    id: 'peer',
    header: 'Peer',
    text: ({ peer }) => peer,
    cell: ({ peer }) => <span className="font-mono text-xs">{peer}</span>,
  },
  {
    id: 'switch',
    header: 'Switch',
    text: ({ switch: location }) => location,
    cell: ({ switch: location }) => location,
  },
  { id: 'details', header: 'Details', cell: ({ details }) => details || <Dash /> },
]

export function BgpMessages({ asn }: { asn: number }) {
  const { data, error } = useLoad(bgpMessages(asn), { poll: FABRIC_POLL_MS })
  if (!data) return <TabLoad error={error} />
  const entries = entriesOf(data)
  if (entries.length === 0)
    return <EmptyState title="No messages" text="Messages between the switches and their BGP peers appear here." />
  return (
    <FilteredTable
      label="BGP messages"
      columns={columns}
      rows={entries.map((entry, at) => ({ ...entry, key: String(at) }))}
      rowKey={({ key }) => key}
      rowLabel={({ type }) => type}
      text={({ peer, switch: location, direction, type, details }) =>
        [peer, location, direction, type, details].join(' ')
      }
    />
  )
}
