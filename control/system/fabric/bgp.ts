// BGP configurations: one for each autonomous system number, with the networks that it announces.
import type { Handlers } from '../../frame/context.ts'
import { alreadyExists, conflict, invalidValue } from '../../frame/errors.ts'
import { newIdentity } from '../../frame/identity.ts'
import { page } from '../../frame/page.ts'
import { FLEET } from '../../frame/subject.ts'
import { assertFleet } from '../../frame/fleet.ts'
import { byNameOrId, findNamed, mustHaveSwitches } from './find.ts'

export const bgp = {
  async networking_bgp_config_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    return page(query, ctx.db.selectFrom('bgp_config').selectAll(), 'bgp_config')
  },

  /** Repeating an identical create returns the existing configuration. */
  async networking_bgp_config_create(ctx, { body }) {
    mustHaveSwitches(ctx)
    assertFleet(ctx, 'admin')
    const { asn, vrf } = body
    if (asn === 0) throw invalidValue('asn', 'AS number 0 is reserved')
    const { id: bgp_announce_set_id } = await findNamed(ctx, 'bgp_announce_set', body.bgp_announce_set_id, 'admin')
    const row = { ...newIdentity(ctx, body), asn, vrf, bgp_announce_set_id }
    const known = await byNameOrId(ctx.db, 'bgp_config', body.name)
    const fields = ['description', 'asn', 'vrf', 'bgp_announce_set_id'] as const
    if (known && fields.every((field) => known[field] === row[field])) return ctx.subject(known, FLEET)
    const clash = ctx.db.selectFrom('bgp_config').select('name').where('asn', '=', asn).where('name', '<>', body.name)
    if (await clash.executeTakeFirst()) throw conflict('cannot have more than one configuration per ASN')
    if (known) throw alreadyExists('bgp-config', body.name)
    await ctx.db.insertInto('bgp_config').values(row).execute()
    return ctx.subject(row, FLEET)
  },

  async networking_bgp_config_delete(ctx, { query }) {
    const config = ctx.subject(await findNamed(ctx, 'bgp_config', query.name_or_id, 'admin'), FLEET)
    const peers = ctx.db.selectFrom('switch_port_settings_bgp_peer').select('addr')
    if (await peers.where('bgp_config_id', '=', config.id).limit(1).executeTakeFirst())
      throw conflict('BGP config in use')
    await ctx.db.deleteFrom('bgp_config').where('id', '=', config.id).execute()
  },
} satisfies Handlers<'networking_bgp_config_list' | 'networking_bgp_config_create' | 'networking_bgp_config_delete'>
