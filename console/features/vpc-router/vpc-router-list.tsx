// The routers of a VPC and the subnets that use them.
import { Router as RouterIcon } from '@lucide/icons'
import { useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { createdColumn, descriptionColumn, idColumn, nameColumn, type ResourceColumn } from '../../table/columns.tsx'
import { ResourcePage } from '../../table/resource-page.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { first1000Subnets } from '../vpc-subnet/vpc-subnet-queries.ts'
import { RouteCount } from './route-count.tsx'
import { SubnetsOf, subnetsOf } from './router-subnets.tsx'
import { routerActions, type Router } from './vpc-router-actions.tsx'
import { routerList } from './vpc-router-queries.ts'

interface At {
  project: string
  vpc: string
}

const columnsOf = (at: At, subnets: readonly Model<'VpcSubnet'>[]): ResourceColumn<Router>[] => [
  nameColumn<Router>(({ name }) => paths.router({ ...at, router: name })),
  { id: 'kind', header: 'Kind', early: true, text: ({ kind }) => kind, cell: ({ kind }) => <Badge>{kind}</Badge> },
  {
    id: 'routes',
    header: 'Routes',
    align: 'right',
    // loaded row by row
    text: () => '',
    cell: ({ name }) => <RouteCount {...at} router={name} />,
  },
  {
    id: 'subnets',
    header: 'Subnets using it',
    text: (router) => (subnetsOf(router, subnets) ?? []).map(({ name }) => name).join(' '),
    cell: (router) => <SubnetsOf {...at} router={router} subnets={subnets} />,
  },
  descriptionColumn<Router>(),
  createdColumn<Router>(),
  idColumn<Router>(),
]

export default function RouterListTab() {
  const { project = '', vpc = '' } = useParams()
  const at = { project, vpc }
  const subnets = useData(first1000Subnets(project, vpc)).items
  return (
    <ResourcePage
      isTab
      title="Routers"
      icon={RouterIcon}
      docs="routers"
      create={[{ label: 'New router', to: paths.routersNew(at) }]}
      label="routers"
      list={(page) => routerList(project, vpc, page)}
      columns={columnsOf(at, subnets)}
      actions={(router) => routerActions(at, router)}
      empty="A router decides where traffic that leaves a subnet goes."
    />
  )
}
