// Port settings: everything that can be applied to a switch port. Creating existing settings replaces them, even where applied.
import type { switchPortSettings as operations } from '#contract/switch-port-settings.ts'
import { netOf } from '#contract/ip.ts'
import type { Interface, Link, StoredRoute } from '../../db/tables/fabric/switch-port-settings.ts'
import type { RowOf } from '../../db/database.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { invalidRequest, isUuid } from '../../frame/errors.ts'
import { newIdentity } from '../../frame/identity.ts'
import { page } from '../../frame/page.ts'
import { FLEET } from '../../frame/subject.ts'
import { assertFleet } from '../../frame/fleet.ts'
import { hostKey, reserve } from './address-lot-reservation.ts'
import { byNameOrId, findNamed, mustHaveSwitches } from './find.ts'
import { assertOneAsn } from './switch-port.ts'
import { checkBody, type Body } from './switch-port-settings-check.ts'
import { hostNet, viewOf } from './switch-port-settings-view.ts'

type SettingsRow = RowOf<'switch_port_settings'>

export const switchPortSettings = {
  async networking_switch_port_settings_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const { port_settings: only } = query
    const all = ctx.db.selectFrom('switch_port_settings').selectAll()
    return page(query, only ? all.where(isUuid(only) ? 'id' : 'name', '=', only) : all, 'switch_port_settings')
  },

  async networking_switch_port_settings_view(ctx, { path }) {
    return viewOf(ctx.db, await findNamed(ctx, 'switch_port_settings', path.port, 'viewer'))
  },

  async networking_switch_port_settings_create(ctx, { body }) {
    mustHaveSwitches(ctx)
    assertFleet(ctx, 'admin')
    checkBody(body)
    const known = await byNameOrId(ctx.db, 'switch_port_settings', body.name)
    const settings = ctx.subject(rowOf(ctx, body, known), FLEET)
    const { id, name: _, time_created: __, ...changes } = settings
    if (known) await ctx.db.updateTable('switch_port_settings').set(changes).where('id', '=', id).execute()
    else await ctx.db.insertInto('switch_port_settings').values(settings).execute()
    await replaceAddresses(ctx, id, body)
    await replacePeers(ctx, id, body)
    if (known) await reapply(ctx, id)
    return viewOf(ctx.db, settings)
  },

  /** Allowed even while applied: the ports are left without settings. */
  async networking_switch_port_settings_delete(ctx, { query }) {
    assertFleet(ctx, 'admin')
    if (!query.port_settings) throw invalidRequest('name or id required')
    const settings = await byNameOrId(ctx.db, 'switch_port_settings', query.port_settings)
    if (!settings) throw invalidRequest('port settings not found')
    ctx.subject(settings, FLEET)
    await ctx.db.deleteFrom('switch_port_settings').where('id', '=', settings.id).execute()
    ctx.poke('fabric')
  },
} satisfies Handlers<keyof typeof operations>

/** Links and interfaces that remain keep their ids. */
function rowOf(ctx: Ctx, body: Body, known: SettingsRow | undefined): SettingsRow {
  const { uuid } = ctx.host.random
  const links = Object.entries(body.links).map(([link_name, { lldp, tx_eq, ...link }]): Link => {
    const old = known?.links.find((each) => each.link_name === link_name)
    const management_ip = lldp.management_ip === null ? null : hostNet(lldp.management_ip)
    const tx_eq_config_id = tx_eq ? (old?.tx_eq_config_id ?? uuid()) : null
    return { ...link, link_name, lldp: { ...lldp, id: old?.lldp.id ?? uuid(), management_ip }, tx_eq, tx_eq_config_id }
  })
  const interfaces = Object.entries(body.interfaces).map(([interface_name, { kind, v6_enabled }]): Interface => {
    const id = known?.interfaces.find((each) => each.interface_name === interface_name)?.id ?? uuid()
    return { id, interface_name, kind: kind.type, v6_enabled, vlan_id: kind.type === 'vlan' ? kind.vid : null }
  })
  const routes = Object.entries(body.routes).flatMap(([interface_name, value]) =>
    value.routes.map(({ vid, ...route }): StoredRoute => ({ ...route, interface_name, vlan_id: vid })),
  )
  const { description, port_config } = body
  const parts = { geometry: port_config.geometry, links, interfaces, routes }
  return known ? { ...known, description, ...parts, time_modified: ctx.now } : { ...newIdentity(ctx, body), ...parts }
}

async function replaceAddresses(ctx: Ctx, port_settings_id: string, body: Body): Promise<void> {
  await ctx.db.deleteFrom('switch_port_settings_address').where('port_settings_id', '=', port_settings_id).execute()
  for (const [interface_name, { addresses }] of Object.entries(body.addresses))
    for (const { address, address_lot, vlan_id } of addresses) {
      const lot = await byNameOrId(ctx.db, 'address_lot', address_lot)
      if (!lot) throw invalidRequest('AddressLot not found')
      const ip_key = hostKey(netOf(address))
      const address_lot_block_id = await reserve(ctx.db, lot.id, ip_key)
      const row = { port_settings_id, address_lot_block_id, address, ip_key, interface_name, vlan_id }
      await ctx.db.insertInto('switch_port_settings_address').values(row).execute()
    }
}

async function replacePeers(ctx: Ctx, port_settings_id: string, body: Body): Promise<void> {
  await ctx.db.deleteFrom('switch_port_settings_bgp_peer').where('port_settings_id', '=', port_settings_id).execute()
  for (const { peers } of Object.values(body.bgp_peers))
    for (const { addr, interface_name, bgp_config, md5_auth_key, ...peer } of peers) {
      const config = await byNameOrId(ctx.db, 'bgp_config', bgp_config)
      if (!config) throw invalidRequest('BGP config not found')
      const row = { port_settings_id, interface_name, addr, bgp_config_id: config.id, md5_auth_key, peer }
      await ctx.db.insertInto('switch_port_settings_bgp_peer').values(row).execute()
    }
}

async function reapply(ctx: Ctx, settings: string): Promise<void> {
  const ports = ctx.db.selectFrom('switch_port').select(['rack_id', 'switch_location']).distinct()
  for (const at of await ports.where('port_settings_id', '=', settings).execute()) await assertOneAsn(ctx.db, at)
  ctx.poke('fabric')
}
