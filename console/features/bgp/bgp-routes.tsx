// The routes that BGP peers send us, and the networks we announce to them.
import type { Model } from '#contract/client.ts'
import { CopyText } from '../../ui/display/copy.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { FilteredTable, type SortedColumn } from '../../table/filtered-table.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { FABRIC_POLL_MS } from '../fabric/fabric-queries.ts'
import { TabLoad } from '../../ui/display/tab-load.tsx'
import { bgpExported, bgpImported, bgpStatus } from './bgp-queries.ts'

type Imported = Model<'BgpImportedRouteIpv4'>

const importedColumns: SortedColumn<Imported>[] = [
  { id: 'prefix', header: 'Network', text: ({ prefix }) => prefix, cell: ({ prefix }) => <CopyText text={prefix} /> },
  {
    id: 'nexthop',
    header: 'Next hop',
    text: ({ nexthop }) => nexthop,
    cell: ({ nexthop }) => <CopyText text={nexthop} />,
  },
  {
    id: 'switch',
    header: 'Switch',
    text: ({ switch: location }) => location,
    cell: ({ switch: location }) => location,
  },
  { id: 'id', header: 'Path ID', align: 'right', value: ({ id }) => id, cell: ({ id }) => id },
]

export function ImportedRoutes({ asn }: { asn: number }) {
  const { data: routes, error } = useLoad(bgpImported(asn), { poll: FABRIC_POLL_MS })
  if (!routes) return <TabLoad error={error} />
  if (routes.length === 0)
    return <EmptyState title="No imported routes" text="IPv4 routes offered by established peers appear here." />
  return (
    <FilteredTable
      label="imported routes"
      columns={importedColumns}
      rows={routes}
      rowKey={({ prefix, nexthop, switch: location, id }) => `${location} ${prefix} ${nexthop} ${id}`}
      rowLabel={({ prefix }) => prefix}
      text={({ prefix, nexthop, switch: location }) => `${prefix} ${nexthop} ${location}`}
    />
  )
}

interface Exported {
  network: string
  peer: string
}

const exportedColumns: SortedColumn<Exported>[] = [
  {
    id: 'network',
    header: 'Network',
    text: ({ network }) => network,
    cell: ({ network }) => <CopyText text={network} />,
  },
  { id: 'peer', header: 'Peer', text: ({ peer }) => peer, cell: ({ peer }) => <CopyText text={peer} maxLength={40} /> },
]

/** The API names peers only, so the sessions say which of them belong to this AS number. */
export function ExportedRoutes({ asn }: { asn: number }) {
  const peers = new Set(
    useData(bgpStatus())
      .filter(({ localAsn }) => localAsn === asn)
      .map(({ addr }) => addr),
  )
  const { exports } = useData(bgpExported(), { poll: FABRIC_POLL_MS })
  const routes = Object.entries(exports).flatMap(([peer, networks]) =>
    peers.has(peer) ? networks.map((network) => ({ network, peer })) : [],
  )
  if (routes.length === 0)
    return (
      <EmptyState
        title="No exported routes"
        text="IPv4 networks of the announce set appear here once a session is established."
      />
    )
  return (
    <FilteredTable
      label="exported routes"
      columns={exportedColumns}
      rows={routes}
      rowKey={({ network, peer }) => `${peer} ${network}`}
      rowLabel={({ network }) => network}
      text={({ network, peer }) => `${network} ${peer}`}
    />
  )
}
