// The internet gateways tab of a VPC, and the page of a gateway.
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { first1000IpPools } from '../ip-pool/ip-pool-queries.ts'
import { gatewayAddresses, gatewayList, gatewayPools, gatewayView, vpcRoutes } from './internet-gateway-queries.ts'

const gatewaysCrumb = {
  text: 'Internet gateways',
  to: places.internetGateways,
}

export const internetGatewayTab = page({
  path: places.internetGateways,
  crumb: gatewaysCrumb,
  load: ({ project = '', vpc = '' }) => [gatewayList(project, vpc), first1000IpPools()],
  code: () => import('./internet-gateway-list.tsx'),
})

export const internetGatewayPage = page({
  crumb: gatewaysCrumb,
  children: [
    page({
      path: places.internetGateway,
      crumb: {
        text: ({ gateway = '' }) => gateway,
        to: places.internetGateway,
      },
      shape: ['facts3', 'card'],
      load: ({ project = '', vpc = '', gateway = '' }) => [
        gatewayView(project, vpc, gateway),
        gatewayPools(project, vpc, gateway),
        gatewayAddresses(project, vpc, gateway),
        vpcRoutes(project, vpc),
        first1000IpPools(),
      ],
      code: () => import('./internet-gateway-page.tsx'),
    }),
  ],
})
