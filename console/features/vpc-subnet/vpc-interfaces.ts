// The network interfaces of a VPC.
import type { Model } from '#contract/client.ts'
import type { Query } from '../../api.ts'
import { everySubnetInterface, first1000Subnets } from './vpc-subnet-queries.ts'

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
