// Network interfaces, which connect instances to subnets.
import { z } from 'zod'
import { byNameOrId, inInstance, inProject, list, type Operations } from './define.ts'
import { MAX_INTERFACES } from './limits.ts'
import { bounded, IpNet, MacAddr, Name, NameOrId, identity, ip, maybe, naming, renaming, uuid } from './values.ts'

export const InstanceNetworkInterface = z.object({
  ...identity,
  instance_id: uuid,
  ip,
  mac: MacAddr,
  primary: z.boolean(),
  subnet_id: uuid,
  transit_ips: z.array(IpNet).default([]),
  vpc_id: uuid,
})

export const InstanceNetworkInterfaceCreate = z.object({
  ...naming,
  ip: maybe(ip),
  subnet_name: Name,
  vpc_name: Name,
})

export const InstanceNetworkInterfaceAttachment = z.discriminatedUnion('type', [
  z.object({ type: z.literal('create'), params: bounded(MAX_INTERFACES, z.array(InstanceNetworkInterfaceCreate)) }),
  z.object({ type: z.literal('default') }),
  z.object({ type: z.literal('none') }),
])

export const InstanceNetworkInterfaceUpdate = z.object({
  ...renaming,
  primary: z.boolean().default(false),
  transit_ips: z.array(IpNet).default([]),
})

const at = { path: { interface: NameOrId }, query: inInstance }

export const networkInterface = {
  instance_network_interface_list: list(InstanceNetworkInterface, byNameOrId, {
    first: { instance: NameOrId },
    query: inProject,
  }),
  instance_network_interface_create: {
    query: { ...inProject, instance: NameOrId },
    body: InstanceNetworkInterfaceCreate,
    status: 201,
    answer: InstanceNetworkInterface,
  },
  instance_network_interface_view: { ...at, status: 200, answer: InstanceNetworkInterface },
  instance_network_interface_update: {
    ...at,
    body: InstanceNetworkInterfaceUpdate,
    status: 200,
    answer: InstanceNetworkInterface,
  },
  instance_network_interface_delete: { ...at, status: 204 },
} satisfies Operations<'network_interface'>
