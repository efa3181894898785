// Routes of a router.
import { errorsAllowed, query } from '../../api.ts'
import { LARGE_PAGE, paged, type PageArgs } from '../../queries.ts'
import { inVpc } from '../vpc/vpc-queries.ts'

const ofRouter = (project: string, vpc: string, router: string) => ({ ...inVpc(project, vpc, router), router })

export const routeList = (project: string, vpc: string, router: string, page?: PageArgs) =>
  query('vpc_router_route_list', { query: { ...ofRouter(project, vpc, router), ...paged(page) } })
export const first1000Routes = (project: string, vpc: string, router: string) =>
  query('vpc_router_route_list', { query: { ...ofRouter(project, vpc, router), limit: LARGE_PAGE } })
export const routeView = (project: string, vpc: string, router: string, route: string) =>
  query('vpc_router_route_view', {
    path: { route },
    query: ofRouter(project, vpc, router),
  })
/** By the id of the router, which may have been deleted since. */
export const routesOfRouter = (router: string) =>
  errorsAllowed('vpc_router_route_list', { query: { router, limit: LARGE_PAGE } })
