// The routes of a router.
import { Route as RouteIcon } from '@lucide/icons'
import type { ReactNode } from 'react'
import type { Model } from '#contract/client.ts'
import { deleteAction, type Action } from '../../action/action.tsx'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { first1000Instances } from '../instance/instance-queries.ts'
import { first1000Gateways } from '../internet-gateway/internet-gateway-queries.ts'
import { EndpointBadge, endpointText, type Endpoint } from '../vpc/page/endpoint-badge.tsx'
import { first1000Subnets } from '../vpc-subnet/vpc-subnet-queries.ts'
import { routeList } from './vpc-router-route-queries.ts'

export type Route = Model<'RouterRoute'>

interface TableProps {
  project: string
  vpc: string
  router: Model<'VpcRouter'>
}

/** Whether an instance, a subnet or a gateway has the name; undefined for addresses. */
function useExists(project: string, vpc: string) {
  const instances = useData(first1000Instances(project)).items
  const subnets = useData(first1000Subnets(project, vpc)).items
  const gateways = useData(first1000Gateways(project, vpc)).items
  const named: Partial<Record<Endpoint['type'], ReadonlySet<string>>> = {
    instance: new Set(instances.map(({ name }) => name)),
    subnet: new Set(subnets.map(({ name }) => name)),
    internet_gateway: new Set(gateways.map(({ name }) => name)),
  }
  return ({ type, value = '' }: Endpoint) => named[type]?.has(value)
}

interface At {
  project: string
  vpc: string
  router: string
}

const columnsOf = (at: At, end: (endpoint: Endpoint) => ReactNode): ResourceColumn<Route>[] => [
  nameColumn<Route>(({ name, kind }) => (kind === 'vpc_subnet' ? undefined : paths.routeEdit({ ...at, route: name }))),
  {
    id: 'kind',
    header: 'Kind',
    text: ({ kind }) => kind,
    cell: ({ kind }) => <Badge>{kind.replaceAll('_', ' ')}</Badge>,
  },
  {
    id: 'destination',
    header: 'Destination',
    early: true,
    text: ({ destination }) => endpointText(destination),
    cell: ({ destination }) => end(destination),
  },
  { id: 'target', header: 'Target', text: ({ target }) => endpointText(target), cell: ({ target }) => end(target) },
  descriptionColumn<Route>(),
  { ...createdColumn<Route>(), hidden: true },
  idColumn<Route>(),
]

export function RouteTable({ project, vpc, router }: TableProps) {
  const exists = useExists(project, vpc)
  const at = { project, vpc, router: router.name }
  const end = (endpoint: Endpoint) => (
    <EndpointBadge project={project} vpc={vpc} endpoint={endpoint} exists={exists(endpoint)} />
  )
  const whyNotNew = router.kind === 'system' ? 'Routes cannot be added to the system router' : undefined
  return (
    <ResourcePage
      isTab
      title="Routes"
      icon={RouteIcon}
      create={[{ label: 'New route', whyNot: whyNotNew, to: paths.routesNew(at) }]}
      label="routes"
      list={(page) => routeList(project, vpc, router.name, page)}
      columns={columnsOf(at, end)}
      actions={(route) => actionsOf(at, route)}
      empty="A route sends the traffic for a destination to an instance, an address or an internet gateway, or drops it."
    />
  )
}

const actionsOf = (at: At, { id, name, kind }: Route): Action[] => [
  {
    label: 'Edit',
    icon: 'edit',
    whyNot: kind === 'vpc_subnet' ? 'This route is managed with its subnet and cannot be edited' : undefined,
    to: paths.routeEdit({ ...at, route: name }),
  },
  deleteAction({
    kind: 'route',
    name,
    operation: 'vpc_router_route_delete',
    params: { path: { route: id } },
    whyNot: kind === 'custom' ? undefined : 'Routes of the system router cannot be deleted',
    consequence: 'Traffic for its destination follows the remaining routes.',
  }),
]
