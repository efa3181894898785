// Address lots: blocks of addresses set aside for the rack itself. Blocks never overlap, not even across lots, so an address can
// be reserved only once.
import type { Input } from '#contract/api.ts'
import type { addressLot as operations } from '#contract/address-lot.ts'
import { ipKey, isIpv6 } from '#contract/ip.ts'
import { MAX_ADDRESS_LOT_BLOCKS } from '#contract/limits.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { alreadyExists, invalidRequest } from '../../frame/errors.ts'
import { newIdentity } from '../../frame/identity.ts'
import { page } from '../../frame/page.ts'
import { FLEET } from '../../frame/subject.ts'
import { assertFleet } from '../../frame/fleet.ts'
import { byNameOrId, findNamed } from './find.ts'
import { isLotInUse } from './address-lot-reservation.ts'

type Block = Input<'networking_address_lot_create'>['body']['blocks'][number]

export const addressLot = {
  async networking_address_lot_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    return page(query, ctx.db.selectFrom('address_lot').selectAll(), 'address_lot')
  },

  /** Creating an existing lot adds its missing blocks. */
  async networking_address_lot_create(ctx, { body }) {
    assertFleet(ctx, 'collaborator')
    const { blocks, kind } = body
    if (blocks.length > MAX_ADDRESS_LOT_BLOCKS)
      throw invalidRequest(`an address lot can be created with at most ${MAX_ADDRESS_LOT_BLOCKS} blocks`)
    blocks.forEach(checkBounds)
    const known = await byNameOrId(ctx.db, 'address_lot', body.name)
    if (known && known.kind !== kind) throw alreadyExists('address-lot', body.name)
    const lot = ctx.subject(known ?? { ...newIdentity(ctx, body), kind }, FLEET)
    if (!known) await ctx.db.insertInto('address_lot').values(lot).execute()
    const own = await blocksOf(ctx, lot.id)
    const isNew = (block: Block) =>
      !own.some((row) => row.first_address === block.first_address && row.last_address === block.last_address)
    for (const block of blocks.filter(isNew)) await insertBlock(ctx, lot.id, block)
    return { lot, blocks: await blocksOf(ctx, lot.id) }
  },

  async networking_address_lot_delete(ctx, { path }) {
    const lot = ctx.subject(await findNamed(ctx, 'address_lot', path.address_lot, 'admin'), FLEET)
    if (await isLotInUse(ctx.db, lot.id)) throw invalidRequest('lot is in use')
    await ctx.db.deleteFrom('address_lot').where('id', '=', lot.id).execute()
  },

  async networking_address_lot_block_list(ctx, { path, query }) {
    const lot = await findNamed(ctx, 'address_lot', path.address_lot, 'viewer')
    const blocks = ctx.db.selectFrom('address_lot_block').selectAll().where('address_lot_id', '=', lot.id)
    return page(query, blocks, 'address_lot_block')
  },
} satisfies Handlers<keyof typeof operations>

const blocksOf = (ctx: Ctx, lot: string) =>
  ctx.db.selectFrom('address_lot_block').selectAll().where('address_lot_id', '=', lot).orderBy('first_key').execute()

function checkBounds({ first_address, last_address }: Block): void {
  if (isIpv6(first_address) !== isIpv6(last_address))
    throw invalidRequest('Block bounds must be in same address family')
  if (ipKey(first_address) > ipKey(last_address)) throw invalidRequest('Invalid range, first must be <= last')
}

async function insertBlock(ctx: Ctx, address_lot_id: string, { first_address, last_address }: Block): Promise<void> {
  const keys = { first_key: ipKey(first_address), last_key: ipKey(last_address) }
  // blocks never overlap, so only the last one that starts at or below this end can overlap it
  const below = ctx.db.selectFrom('address_lot_block').selectAll().where('first_key', '<=', keys.last_key)
  const near = await below.orderBy('first_key', 'desc').limit(1).executeTakeFirst()
  if (near && near.last_key >= keys.first_key) {
    const [mine, other] = [`${first_address}-${last_address}`, `${near.first_address}-${near.last_address}`]
    throw invalidRequest(`block ${mine} overlaps with the existing block ${other}`)
  }
  await ctx.db
    .insertInto('address_lot_block')
    .values({ id: ctx.host.random.uuid(), address_lot_id, first_address, last_address, ...keys })
    .execute()
}
