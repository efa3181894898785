// Port settings as the contract shows them: one list for each kind of part, each entry naming its link or interface.
import type { Wire } from '#contract/api.ts'
import { isIpv6 } from '#contract/ip.ts'
import type { Queries, RowOf } from '../../db/database.ts'

export const hostNet = (ip: string) => `${ip}/${isIpv6(ip) ? 128 : 32}`

export const addressesOf = (db: Queries, settings: string) =>
  db
    .selectFrom('switch_port_settings_address')
    .selectAll()
    .where('port_settings_id', '=', settings)
    .orderBy('ip_key')
    .execute()

export const peersOf = (db: Queries, settings: string) =>
  db
    .selectFrom('switch_port_settings_bgp_peer')
    .selectAll()
    .where('port_settings_id', '=', settings)
    .orderBy('interface_name')
    .orderBy('addr')
    .execute()

export async function viewOf(
  db: Queries,
  settings: RowOf<'switch_port_settings'>,
): Promise<Wire<'SwitchPortSettingsView'>> {
  const { id: port_settings_id, geometry, links, interfaces, routes } = settings
  const peers = await peersOf(db, port_settings_id)
  return {
    settings,
    port: { port_settings_id, geometry },
    groups: [],
    links: links.map((link) => ({ ...link, lldp_link_config_id: link.lldp.id, port_settings_id })),
    link_lldp: links.map(({ lldp }) => lldp),
    tx_eq: links.map(({ tx_eq }) => tx_eq),
    interfaces: interfaces.map((each) => ({ ...each, port_settings_id })),
    vlan_interfaces: interfaces.flatMap(({ id, vlan_id }) =>
      vlan_id === null ? [] : [{ interface_config_id: id, vlan_id }],
    ),
    routes: routes.map((route) => ({ ...route, gw: hostNet(route.gw), port_settings_id })),
    bgp_peers: peers.map(({ peer, ...row }) => ({ ...peer, ...row, bgp_config: row.bgp_config_id })),
    addresses: await addressesOf(db, port_settings_id),
  }
}
