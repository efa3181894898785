// Addresses set aside for the rack itself.
import { z } from 'zod'
import { byId, byNameOrId, list, type Operations } from './define.ts'
import { MAX_ADDRESS_LOT_BLOCKS } from './limits.ts'
import { bounded, NameOrId, identity, ip, naming, uuid } from './values.ts'

export const AddressLotKind = z.enum(['infra', 'pool'])
export const AddressLot = z.object({ ...identity, kind: AddressLotKind })
export const AddressLotBlock = z.object({ first_address: ip, id: uuid, last_address: ip })
export const AddressLotBlockCreate = z.object({ first_address: ip, last_address: ip })
export const AddressLotCreate = z.object({
  ...naming,
  blocks: bounded(MAX_ADDRESS_LOT_BLOCKS, z.array(AddressLotBlockCreate)),
  kind: AddressLotKind,
})
export const AddressLotCreateResponse = z.object({ blocks: z.array(AddressLotBlock), lot: AddressLot })

const at = { path: { address_lot: NameOrId } }

export const addressLot = {
  networking_address_lot_list: list(AddressLot, byNameOrId),
  networking_address_lot_create: { body: AddressLotCreate, status: 201, answer: AddressLotCreateResponse },
  networking_address_lot_delete: { ...at, status: 204 },
  networking_address_lot_block_list: list(AddressLotBlock, byId, at),
} satisfies Operations<'address_lot'>
