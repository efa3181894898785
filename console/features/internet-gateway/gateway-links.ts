// What belongs to the gateways of a VPC: pools, addresses and routes.
import type { Model } from '#contract/client.ts'
import type { Query } from '../../api.ts'
import { first1000Gateways, gatewayAddresses, gatewayPools, type VpcRoute } from './internet-gateway-queries.ts'

export const leadsToGateway = ({ target }: VpcRoute, gateway: string) =>
  target.type === 'internet_gateway' && target.value === gateway

export interface GatewayLinks {
  pools: Model<'InternetGatewayIpPool'>[]
  addresses: Model<'InternetGatewayIpAddress'>[]
}

/** The pools and addresses of the first 1000 gateways, by gateway id. One query, so that deleted gateways are not requested. */
export function linksByGateway(project: string, vpc: string): Query<Map<string, GatewayLinks>> {
  return {
    key: ['internet_gateway_ip_pool_list', { project, vpc, gateways: 'all' }],
    async fetch(signal) {
      const gateways = await first1000Gateways(project, vpc).fetch(signal)
      const ofEach = async ({ id }: { id: string }) => {
        const [pools, addresses] = await Promise.all([
          gatewayPools(project, vpc, id).fetch(signal),
          gatewayAddresses(project, vpc, id).fetch(signal),
        ])
        return [id, { pools: pools.items, addresses: addresses.items }] as const
      }
      return new Map(await Promise.all(gateways.items.map(ofEach)))
    },
  }
}
