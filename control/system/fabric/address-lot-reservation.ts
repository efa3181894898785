// Reserving addresses from a lot. The row that uses an address refers to its block; deleting the row frees the address.
import { bounds, keyOf, type Net } from '#contract/ip.ts'
import type { Queries } from '../../db/database.ts'
import { invalidRequest } from '../../frame/errors.ts'

export const notInLot = () => invalidRequest('address not in lot')
export const unavailable = () => invalidRequest('address unavailable')

export const hostKey = ({ version, address }: Net) => keyOf({ version, value: address })

/** The block to reserve an address from. Anycast addresses can be shared with other anycast ones. */
export async function reserve(db: Queries, lot: string, ip_key: string, is_anycast = false): Promise<string> {
  const block = await blockHolding(db, lot, ip_key, ip_key)
  const onPort = db.selectFrom('switch_port_settings_address').select('ip_key').where('ip_key', '=', ip_key)
  if (await onPort.executeTakeFirst()) throw unavailable()
  const loopbacks = db.selectFrom('loopback_address').select('is_anycast').where('ip_key', '=', ip_key)
  const shared = await loopbacks.execute()
  if (shared.length > 0 && !(is_anycast && shared.every((row) => row.is_anycast))) throw unavailable()
  return block
}

/** The block that a whole network lies in. Announcing it leaves its addresses free. */
export function blockOfNetwork(db: Queries, lot: string, net: Net): Promise<string> {
  const { version, first, last } = bounds(net)
  return blockHolding(db, lot, keyOf({ version, value: first }), keyOf({ version, value: last }))
}

/** Keys start with the version, so a block of the other family never matches. */
async function blockHolding(db: Queries, lot: string, first_key: string, last_key: string): Promise<string> {
  const block = await db
    .selectFrom('address_lot_block')
    .select('id')
    .where('address_lot_id', '=', lot)
    .where('first_key', '<=', first_key)
    .where('last_key', '>=', last_key)
    .executeTakeFirst()
  if (!block) throw notInLot()
  return block.id
}

export async function isLotInUse(db: Queries, lot: string): Promise<boolean> {
  for (const table of ['switch_port_settings_address', 'loopback_address', 'bgp_announcement'] as const) {
    const user = await db
      .selectFrom(table)
      .innerJoin('address_lot_block', 'address_lot_block.id', `${table}.address_lot_block_id`)
      .select('address_lot_block.id')
      .where('address_lot_block.address_lot_id', '=', lot)
      .limit(1)
      .executeTakeFirst()
    if (user) return true
  }
  return false
}
