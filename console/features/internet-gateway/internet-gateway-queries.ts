// Internet gateways of a VPC, their pools and addresses, and the routes that lead to them.
import type { Model } from '#contract/client.ts'
import { query, type Query } from '../../api.ts'
import { LARGE_PAGE, paged, type PageArgs } from '../../queries.ts'
import { inVpc, ofVpc } from '../vpc/vpc-queries.ts'
import { first1000Routers } from '../vpc-router/vpc-router-queries.ts'
import { first1000Routes } from '../vpc-router/vpc-router-route-queries.ts'

export const gatewayList = (project: string, vpc: string, page?: PageArgs) =>
  query('internet_gateway_list', { query: { ...ofVpc(project, vpc), ...paged(page) } })
export const first1000Gateways = (project: string, vpc: string) =>
  query('internet_gateway_list', { query: { ...ofVpc(project, vpc), limit: LARGE_PAGE } })
export const gatewayView = (project: string, vpc: string, gateway: string) =>
  query('internet_gateway_view', { path: { gateway }, query: inVpc(project, vpc, gateway) })

export const ofGateway = (project: string, vpc: string, gateway: string) => ({
  ...inVpc(project, vpc, gateway),
  gateway,
})
export const gatewayPools = (project: string, vpc: string, gateway: string) =>
  query('internet_gateway_ip_pool_list', { query: { ...ofGateway(project, vpc, gateway), limit: LARGE_PAGE } })
export const gatewayAddresses = (project: string, vpc: string, gateway: string) =>
  query('internet_gateway_ip_address_list', { query: { ...ofGateway(project, vpc, gateway), limit: LARGE_PAGE } })

export interface VpcRoute extends Model<'RouterRoute'> {
  router: string
}

/** The routes of every router of a VPC. The API lists them by router only. */
export function vpcRoutes(project: string, vpc: string): Query<VpcRoute[]> {
  return {
    key: ['vpc_router_route_list', { project, vpc, routers: 'all' }],
    async fetch(signal) {
      const routers = await first1000Routers(project, vpc).fetch(signal)
      const lists = await Promise.all(
        routers.items.map(async ({ id, name }) => {
          const { items } = await first1000Routes(project, vpc, id).fetch(signal)
          return items.map((route) => ({ ...route, router: name }))
        }),
      )
      return lists.flat()
    },
  }
}
