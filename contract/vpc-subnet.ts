// Subnets: the address blocks of a VPC.
import { z } from 'zod'
import { byNameOrId, inProject, inVpc, list, type Operations } from './define.ts'
import { InstanceNetworkInterface } from './network-interface.ts'
import { Ipv4Net, Ipv6Net, NameOrId, identity, maybe, naming, renaming, uuid } from './values.ts'

export const VpcSubnet = z.object({
  ...identity,
  custom_router_id: maybe(uuid),
  ipv4_block: Ipv4Net,
  ipv6_block: Ipv6Net,
  vpc_id: uuid,
})

export const VpcSubnetCreate = z.object({
  ...naming,
  custom_router: maybe(NameOrId),
  ipv4_block: Ipv4Net,
  ipv6_block: maybe(Ipv6Net),
})

export const VpcSubnetUpdate = z.object({ ...renaming, custom_router: maybe(NameOrId) })

const at = { path: { subnet: NameOrId }, query: inVpc }

export const vpcSubnet = {
  vpc_subnet_list: list(VpcSubnet, byNameOrId, { first: { vpc: NameOrId }, query: inProject }),
  vpc_subnet_create: { query: { ...inProject, vpc: NameOrId }, body: VpcSubnetCreate, status: 201, answer: VpcSubnet },
  vpc_subnet_view: { ...at, status: 200, answer: VpcSubnet },
  vpc_subnet_update: { ...at, body: VpcSubnetUpdate, status: 200, answer: VpcSubnet },
  vpc_subnet_delete: { ...at, status: 204 },
  vpc_subnet_list_network_interfaces: list(InstanceNetworkInterface, byNameOrId, at),
} satisfies Operations<'vpc_subnet'>
