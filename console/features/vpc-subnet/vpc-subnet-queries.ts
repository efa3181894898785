// Subnets of a VPC, and the network interfaces in each.
import type { Model } from '#contract/client.ts'
import { errorsAllowed, query, type Query } from '../../api.ts'
import { everyPage, LARGE_PAGE, paged, type PageArgs } from '../../queries.ts'
import { inVpc, ofVpc } from '../vpc/vpc-queries.ts'

export const subnetList = (project: string, vpc: string, page?: PageArgs) =>
  query('vpc_subnet_list', { query: { ...ofVpc(project, vpc), ...paged(page) } })
export const first1000Subnets = (project: string, vpc: string) =>
  query('vpc_subnet_list', { query: { ...ofVpc(project, vpc), limit: LARGE_PAGE } })

export const subnetView = (project: string, vpc: string, subnet: string) =>
  query('vpc_subnet_view', { path: { subnet }, query: inVpc(project, vpc, subnet) })
/** For showing the name of an id; the subnet may have been deleted since. */
export const subnetById = (subnet: string) => errorsAllowed('vpc_subnet_view', { path: { subnet } })

export const everySubnetInterface = (project: string, vpc: string, subnet: string) =>
  everyPage((page) =>
    query('vpc_subnet_list_network_interfaces', {
      path: { subnet },
      query: { ...inVpc(project, vpc, subnet), ...page },
    }),
  )

export interface VpcInterface extends Model<'InstanceNetworkInterface'> {
  subnet: string
}

/** The interfaces in the first 1000 subnets of a VPC. The API lists them by subnet only. */
export function vpcInterfaces(project: string, vpc: string): Query<VpcInterface[]> {
  return {
    key: ['vpc_subnet_list_network_interfaces', { project, vpc, subnets: 'all' }],
    async fetch(signal) {
      const subnets = await first1000Subnets(project, vpc).fetch(signal)
      const lists = await Promise.all(
        subnets.items.map(async ({ id, name }) => {
          const { items } = await everySubnetInterface(project, vpc, id).fetch(signal)
          return items.map((nic) => ({ ...nic, subnet: name }))
        }),
      )
      return lists.flat()
    },
  }
}
