// Free addresses, stored as gaps. Allocating the lowest costs the same with no address or a million in use. Two transactions that
// want the same address write the same row, so one of them is retried. Independent of pools and subnets.
import type { ExpressionBuilder } from 'kysely'
import { addressOfKey, formatIp, keyOf } from '#contract/ip.ts'
import type { Queries, RowOf } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

type Gap = RowOf<'address_gap'>

/** Addresses to allocate from: one range of a pool, or a subnet's addresses for interfaces. */
export interface Block {
  /** The pool or the subnet. */
  space_id: string
  ip_pool_range_id?: string
  vpc_subnet_id?: string
}

export interface Span {
  first_key: string
  last_key: string
}

export interface Taken {
  ip: string
  ip_key: string
}

/** Adds the whole block as free. It is deleted with its range or subnet. */
export async function openBlock(db: Queries, block: Block, { first_key, last_key }: Span): Promise<void> {
  await db
    .insertInto('address_gap')
    .values({ ...block, first_key, last_key })
    .execute()
}

export async function takeLowest(db: Queries, space_id: string): Promise<Taken | undefined> {
  const gap = await gaps(db, space_id).executeTakeFirst()
  if (!gap) return undefined
  await cut(db, gap, { first_key: gap.first_key, last_key: gap.first_key })
  return { ip: formatIp(addressOfKey(gap.first_key)), ip_key: gap.first_key }
}

/** Returns false unless the whole span is free. */
export async function takeSpan(db: Queries, space_id: string, span: Span): Promise<boolean> {
  const gap = await gaps(db, space_id).where('last_key', '>=', span.last_key).executeTakeFirst()
  if (!gap || gap.first_key > span.first_key) return false
  await cut(db, gap, span)
  return true
}

export const takeExactly = (db: Queries, space_id: string, ip_key: string): Promise<boolean> =>
  takeSpan(db, space_id, { first_key: ip_key, last_key: ip_key })

/** Releases an address and merges it with adjacent gaps. */
export async function giveBack(db: Queries, block: Block, ip_key: string): Promise<void> {
  const [before, after] = [beside(ip_key, -1n), beside(ip_key, 1n)]
  const left = await gaps(db, block.space_id).where('last_key', '=', before).executeTakeFirst()
  const right = await gaps(db, block.space_id).where('last_key', '>', ip_key).executeTakeFirst()
  const joinsLeft = left !== undefined && isPart(left, block)
  const first_key = joinsLeft ? left.first_key : ip_key
  if (joinsLeft) await db.deleteFrom('address_gap').where(at(left)).execute()
  // adjacent ranges of a pool are not merged, because each can be removed on its own
  if (right?.first_key === after && isPart(right, block))
    await db.updateTable('address_gap').set({ first_key }).where(at(right)).execute()
  else await openBlock(db, block, { first_key, last_key: ip_key })
}

/** Sorted by end, which is also the order of starts, because gaps never overlap. */
const gaps = (db: Queries, space_id: string) =>
  db.selectFrom('address_gap').selectAll().where('space_id', '=', space_id).orderBy('last_key').limit(1)

async function cut(db: Queries, gap: Gap, span: Span): Promise<void> {
  if (gap.first_key < span.first_key)
    await openBlock(db, blockOf(gap), { first_key: gap.first_key, last_key: beside(span.first_key, -1n) })
  if (gap.last_key > span.last_key) {
    const first_key = beside(span.last_key, 1n)
    await db.updateTable('address_gap').set({ first_key }).where(at(gap)).execute()
  } else await db.deleteFrom('address_gap').where(at(gap)).execute()
}

const blockOf = ({ space_id, ip_pool_range_id, vpc_subnet_id }: Gap): Block => ({
  space_id,
  ...(ip_pool_range_id && { ip_pool_range_id }),
  ...(vpc_subnet_id && { vpc_subnet_id }),
})

const isPart = (gap: Gap, block: Block) => gap.ip_pool_range_id === (block.ip_pool_range_id ?? null)

const at =
  ({ space_id, last_key }: Gap) =>
  (is: ExpressionBuilder<Schema, 'address_gap'>) =>
    is.and({ space_id, last_key })

/** Beyond the ends of the address space the result is not a valid key, and no row matches it. */
function beside(key: string, step: 1n | -1n): string {
  const { version, value } = addressOfKey(key)
  return value + step < 0n ? '' : keyOf({ version, value: value + step })
}
