// Addresses of the switches.
import { z } from 'zod'
import { byId, list, numeric, type Operations } from './define.ts'
import { IpNet, Name, NameOrId, ip, uint8, uuid } from './values.ts'

export const LoopbackAddress = z.object({
  address: IpNet,
  address_lot_block_id: uuid,
  id: uuid,
  rack_id: uuid,
  switch_location: z.string(),
})

export const LoopbackAddressCreate = z.object({
  address: ip,
  address_lot: NameOrId,
  anycast: z.boolean(),
  mask: uint8,
  rack_id: uuid,
  switch_location: Name,
})

export const loopbackAddress = {
  networking_loopback_address_list: list(LoopbackAddress, byId),
  networking_loopback_address_create: { body: LoopbackAddressCreate, status: 201, answer: LoopbackAddress },
  networking_loopback_address_delete: {
    path: { rack_id: uuid, switch_location: Name, address: ip, subnet_mask: numeric(uint8) },
    status: 204,
  },
} satisfies Operations<'loopback_address'>
