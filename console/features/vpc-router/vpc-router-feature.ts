// The routers tab of a VPC with its forms, and the page of a router with its routes.
import { formRoute } from '../../form/form-route.ts'
import { paths, places } from '../../paths.ts'
import { page } from '../../route.ts'
import { first1000Instances } from '../instance/instance-queries.ts'
import { first1000Gateways } from '../internet-gateway/internet-gateway-queries.ts'
import { routeList, routeView } from './vpc-router-route-queries.ts'
import { first1000Subnets } from '../vpc-subnet/vpc-subnet-queries.ts'
import { routerList, routerView } from './vpc-router-queries.ts'

const routersCrumb = {
  text: 'Routers',
  to: places.routers,
}

export const vpcRouterTab = page({
  crumb: routersCrumb,
  load: ({ project = '', vpc = '' }) => [routerList(project, vpc), first1000Subnets(project, vpc)],
  code: () => import('./vpc-router-list.tsx'),
  children: [
    page({ path: places.routers }),
    formRoute({
      path: places.routersNew,
      operation: 'vpc_router_create',
      crumb: 'New router',
      code: () => import('./vpc-router-form.tsx'),
      form: 'RouterForm',
      next: ({ name }, { project, vpc }) => paths.router({ project, vpc, router: name }),
    }),
    formRoute({
      path: places.routerEdit,
      operation: 'vpc_router_update',
      crumb: 'Edit router',
      reads: ({ project, vpc, router }) => ({ router: routerView(project, vpc, router) }),
      code: () => import('./vpc-router-form.tsx'),
      form: 'RouterForm',
    }),
  ],
})

const loadChoices = (project: string, vpc: string) => [first1000Instances(project), first1000Gateways(project, vpc)]

export const vpcRouterPage = page({
  crumb: routersCrumb,
  children: [
    page({
      crumb: {
        text: ({ router = '' }) => router,
        to: places.router,
      },
      shape: ['facts3', 'heading', 'filter', 'rows'],
      load: ({ project = '', vpc = '', router = '' }) => [
        routerView(project, vpc, router),
        routeList(project, vpc, router),
        first1000Subnets(project, vpc),
        ...loadChoices(project, vpc),
      ],
      code: () => import('./vpc-router-page.tsx'),
      children: [
        page({ path: places.router }),
        formRoute({
          path: places.routesNew,
          operation: 'vpc_router_route_create',
          crumb: 'New route',
          reads: ({ project, vpc, router }) => ({ router: routerView(project, vpc, router) }),
          code: () => import('./vpc-router-route-form.tsx'),
          form: 'RouteCreateForm',
        }),
        formRoute({
          path: places.routeEdit,
          operation: 'vpc_router_route_update',
          crumb: 'Edit route',
          reads: ({ project, vpc, router, route }) => ({ route: routeView(project, vpc, router, route) }),
          code: () => import('./vpc-router-route-form.tsx'),
          form: 'RouteForm',
        }),
      ],
    }),
  ],
})
