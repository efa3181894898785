// Loopback addresses: addresses of the switches themselves, each reserved from an address lot.
import type { loopbackAddress as operations } from '#contract/loopback-address.ts'
import { bits, ipKey, isIpv6 } from '#contract/ip.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { alreadyExists, invalidValue, notFound } from '../../frame/errors.ts'
import { page } from '../../frame/page.ts'
import { FLEET } from '../../frame/subject.ts'
import { assertFleet, assertFleetThing } from '../../frame/fleet.ts'
import { reserve } from './address-lot-reservation.ts'
import { findNamed, locationOf, mustHaveSwitches, type SwitchLocation } from './find.ts'

export const loopbackAddress = {
  async networking_loopback_address_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    return page(query, ctx.db.selectFrom('loopback_address').selectAll(), 'loopback_address')
  },

  async networking_loopback_address_create(ctx, { body }) {
    mustHaveSwitches(ctx)
    assertFleet(ctx, 'admin')
    const switch_location = locationOf(body.switch_location)
    const width = bits(isIpv6(body.address) ? 6 : 4)
    if (body.mask > width) throw invalidValue('mask', `the mask of ${body.address} can be at most ${width}`)
    const rack = await ctx.db.selectFrom('rack').select('id').where('id', '=', body.rack_id).executeTakeFirst()
    if (!rack) throw notFound('rack', body.rack_id)
    const lot = await findNamed(ctx, 'address_lot', body.address_lot, 'admin')
    const ip_key = ipKey(body.address)
    const address_lot_block_id = await reserve(ctx.db, lot.id, ip_key, body.anycast)
    const address = `${body.address}/${body.mask}`
    if (await findOn(ctx, rack.id, switch_location, ip_key)) throw alreadyExists('loopback-address', address)
    const where = { address_lot_block_id, rack_id: rack.id, switch_location }
    const row = {
      id: ctx.host.random.uuid(),
      ...where,
      address,
      ip_key,
      is_anycast: body.anycast,
      time_created: ctx.now,
    }
    ctx.subject({ id: row.id, name: address }, FLEET)
    await ctx.db.insertInto('loopback_address').values(row).execute()
    ctx.poke('fabric')
    return row
  },

  async networking_loopback_address_delete(ctx, { path }) {
    const address = `${path.address}/${path.subnet_mask}`
    assertFleetThing(ctx, 'loopback-address', address, 'admin')
    const row = await findOn(ctx, path.rack_id, locationOf(path.switch_location), ipKey(path.address))
    if (row?.address !== address) throw notFound('loopback-address', address)
    ctx.subject({ id: row.id, name: address }, FLEET)
    await ctx.db.deleteFrom('loopback_address').where('id', '=', row.id).execute()
    ctx.poke('fabric')
  },
} satisfies Handlers<keyof typeof operations>

const findOn = (ctx: Ctx, rack_id: string, location: SwitchLocation, ip_key: string) =>
  ctx.db
    .selectFrom('loopback_address')
    .select(['id', 'address'])
    .where('rack_id', '=', rack_id)
    .where('switch_location', '=', location)
    .where('ip_key', '=', ip_key)
    .executeTakeFirst()
