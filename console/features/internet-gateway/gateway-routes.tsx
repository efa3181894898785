// The routes that lead to an internet gateway.
import { useData } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { TableCard } from '../../table/table-card.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { EndpointBadge } from '../vpc/page/endpoint-badge.tsx'
import { vpcRoutes, type VpcRoute } from './internet-gateway-queries.ts'
import { leadsToGateway } from './gateway-links.ts'

const columnsOf = (at: { project: string; vpc: string }): Column<VpcRoute>[] => [
  {
    id: 'router',
    header: 'Router',
    cell: ({ router }) => <TextLink to={paths.router({ ...at, router })}>{router}</TextLink>,
  },
  {
    id: 'route',
    header: 'Route',
    cell: ({ router, name }) => <TextLink to={paths.routeEdit({ ...at, router, route: name })}>{name}</TextLink>,
  },
  {
    id: 'destination',
    header: 'Destination',
    cell: ({ destination }) => <EndpointBadge {...at} endpoint={destination} />,
  },
]

export function GatewayRoutes({ project, vpc, gateway }: { project: string; vpc: string; gateway: string }) {
  const routes = useData(vpcRoutes(project, vpc)).filter((route) => leadsToGateway(route, gateway))
  return (
    <TableCard
      title="Routes to this gateway"
      columns={columnsOf({ project, vpc })}
      rows={routes}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          title="No routes"
          text="Create a route with this gateway as its target to send traffic through it."
        />
      }
    />
  )
}
