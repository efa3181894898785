// Announce sets: the networks that a BGP configuration announces to its peers. Each network lies in a block of an address lot.
import type { Input } from '#contract/api.ts'
import { formatNet, netOf, networkOf } from '#contract/ip.ts'
import { MAX_ANNOUNCEMENTS } from '#contract/limits.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { conflict, invalidRequest } from '../../frame/errors.ts'
import { checkIdentity, newIdentity } from '../../frame/identity.ts'
import { page } from '../../frame/page.ts'
import { FLEET } from '../../frame/subject.ts'
import { assertFleet } from '../../frame/fleet.ts'
import { blockOfNetwork } from './address-lot-reservation.ts'
import { byNameOrId, findNamed } from './find.ts'

type Body = Input<'networking_bgp_announce_set_update'>['body']

export const bgpAnnounceSet = {
  /** Returns a bare array, so there is no second page. */
  async networking_bgp_announce_set_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    return (await page(query, ctx.db.selectFrom('bgp_announce_set').selectAll(), 'bgp_announce_set')).items
  },

  /** Creates the set, or replaces what a set of this name announces. */
  async networking_bgp_announce_set_update(ctx, { body }) {
    assertFleet(ctx, 'admin')
    checkIdentity(body)
    const known = await byNameOrId(ctx.db, 'bgp_announce_set', body.name)
    const changes = { description: body.description, time_modified: ctx.now }
    const row = ctx.subject(known ? { ...known, ...changes } : newIdentity(ctx, body), FLEET)
    if (known) await ctx.db.updateTable('bgp_announce_set').set(changes).where('id', '=', known.id).execute()
    else await ctx.db.insertInto('bgp_announce_set').values(row).execute()
    await replaceAnnouncements(ctx, row.id, body.announcement)
    ctx.poke('fabric')
    return row
  },

  async networking_bgp_announce_set_delete(ctx, { path }) {
    const set = ctx.subject(await findNamed(ctx, 'bgp_announce_set', path.announce_set, 'admin'), FLEET)
    const users = ctx.db.selectFrom('bgp_config').select('id').where('bgp_announce_set_id', '=', set.id).limit(1)
    if (await users.executeTakeFirst()) throw conflict('announce set in use')
    await ctx.db.deleteFrom('bgp_announce_set').where('id', '=', set.id).execute()
  },

  async networking_bgp_announcement_list(ctx, { path }) {
    const { id } = await findNamed(ctx, 'bgp_announce_set', path.announce_set, 'viewer')
    const rows = ctx.db.selectFrom('bgp_announcement').selectAll().where('announce_set_id', '=', id)
    return rows.orderBy('network').execute()
  },
} satisfies Handlers<
  | 'networking_bgp_announce_set_list'
  | 'networking_bgp_announce_set_update'
  | 'networking_bgp_announce_set_delete'
  | 'networking_bgp_announcement_list'
>

async function replaceAnnouncements(ctx: Ctx, announce_set_id: string, all: Body['announcement']): Promise<void> {
  if (all.length > MAX_ANNOUNCEMENTS)
    throw invalidRequest(`an announce set can announce at most ${MAX_ANNOUNCEMENTS} networks`)
  await ctx.db.deleteFrom('bgp_announcement').where('announce_set_id', '=', announce_set_id).execute()
  const seen = new Set<string>()
  for (const { address_lot_block, network } of all) {
    const net = netOf(network)
    const canonical = formatNet(networkOf(net))
    if (seen.has(canonical)) throw invalidRequest(`network ${canonical} is announced more than once`)
    seen.add(canonical)
    const lot = await findNamed(ctx, 'address_lot', address_lot_block, 'admin')
    const address_lot_block_id = await blockOfNetwork(ctx.db, lot.id, net)
    await ctx.db.insertInto('bgp_announcement').values({ announce_set_id, address_lot_block_id, network }).execute()
  }
}
