// Routers of a VPC.
import { errorsAllowed, query } from '../../api.ts'
import { LARGE_PAGE, paged, type PageArgs } from '../../queries.ts'
import { inVpc, ofVpc } from '../vpc/vpc-queries.ts'

export const routerList = (project: string, vpc: string, page?: PageArgs) =>
  query('vpc_router_list', { query: { ...ofVpc(project, vpc), ...paged(page) } })
export const first1000Routers = (project: string, vpc: string) =>
  query('vpc_router_list', { query: { ...ofVpc(project, vpc), limit: LARGE_PAGE } })
export const routerView = (project: string, vpc: string, router: string) =>
  query('vpc_router_view', { path: { router }, query: inVpc(project, vpc, router) })
/** For showing the name of an id; the router may have been deleted since. */
export const routerById = (router: string) => errorsAllowed('vpc_router_view', { path: { router } })
