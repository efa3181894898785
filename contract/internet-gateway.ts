// Internet gateways of a VPC, and the pools and addresses they use.
import { z } from 'zod'
import { byNameOrId, flag, inGateway, inProject, inVpc, list, type Operations } from './define.ts'
import { NameOrId, identity, ip, naming, uuid } from './values.ts'

export const InternetGateway = z.object({ ...identity, vpc_id: uuid })
export const InternetGatewayCreate = z.object(naming)
export const InternetGatewayIpAddress = z.object({ ...identity, address: ip, internet_gateway_id: uuid })
export const InternetGatewayIpAddressCreate = z.object({ ...naming, address: ip })
export const InternetGatewayIpPool = z.object({ ...identity, internet_gateway_id: uuid, ip_pool_id: uuid })
export const InternetGatewayIpPoolCreate = z.object({ ...naming, ip_pool: NameOrId })

export const internetGateway = {
  internet_gateway_ip_address_list: list(InternetGatewayIpAddress, byNameOrId, {
    first: { gateway: NameOrId },
    query: inVpc,
  }),
  internet_gateway_ip_address_create: {
    query: { ...inVpc, gateway: NameOrId },
    body: InternetGatewayIpAddressCreate,
    status: 201,
    answer: InternetGatewayIpAddress,
  },
  internet_gateway_ip_address_delete: {
    path: { address: NameOrId },
    query: { ...inGateway, cascade: flag.default(false) },
    status: 204,
  },
  internet_gateway_ip_pool_list: list(InternetGatewayIpPool, byNameOrId, {
    first: { gateway: NameOrId },
    query: inVpc,
  }),
  internet_gateway_ip_pool_create: {
    query: { ...inVpc, gateway: NameOrId },
    body: InternetGatewayIpPoolCreate,
    status: 201,
    answer: InternetGatewayIpPool,
  },
  internet_gateway_ip_pool_delete: {
    path: { pool: NameOrId },
    query: { ...inGateway, cascade: flag.default(false) },
    status: 204,
  },
  internet_gateway_list: list(InternetGateway, byNameOrId, { first: { vpc: NameOrId }, query: inProject }),
  internet_gateway_create: {
    query: { ...inProject, vpc: NameOrId },
    body: InternetGatewayCreate,
    status: 201,
    answer: InternetGateway,
  },
  internet_gateway_view: { path: { gateway: NameOrId }, query: inVpc, status: 200, answer: InternetGateway },
  internet_gateway_delete: {
    path: { gateway: NameOrId },
    query: { ...inVpc, cascade: flag.default(false) },
    status: 204,
  },
} satisfies Operations<'internet_gateway'>
