// A switch's desired configuration for the fabric driver, built from the tables.
import { formatNet, netOf, networkOf } from '#contract/ip.ts'
import type { PeerSpec, PortSpec, SwitchAt, SwitchSpec } from '#drivers/fabric.ts'
import type { Queries, RowOf } from '../../db/database.ts'
import { addressesOf, peersOf } from './switch-port-settings-view.ts'

export async function switchSpec(db: Queries, { rack_id, location }: SwitchAt): Promise<SwitchSpec> {
  const applied = await db
    .selectFrom('switch_port')
    .innerJoin('switch_port_settings', 'switch_port_settings.id', 'switch_port.port_settings_id')
    .selectAll('switch_port_settings')
    .select('switch_port.port_name')
    .where('switch_port.rack_id', '=', rack_id)
    .where('switch_port.switch_location', '=', location)
    .orderBy('switch_port.port_name')
    .execute()
  const ports: PortSpec[] = []
  for (const row of applied) ports.push(await portSpec(db, row))
  const loopbacks = await db
    .selectFrom('loopback_address')
    .select('address')
    .where('rack_id', '=', rack_id)
    .where('switch_location', '=', location)
    .orderBy('ip_key')
    .execute()
  const bfd = await db
    .selectFrom('bfd_session')
    .select(['remote', 'local', 'detection_threshold', 'required_rx', 'mode'])
    .where('switch_location', '=', location)
    .orderBy('remote')
    .execute()
  return { ports, loopbacks: loopbacks.map(({ address }) => address), bfd }
}

type Applied = RowOf<'switch_port_settings'> & { port_name: string }

async function portSpec(
  db: Queries,
  { id, port_name, geometry, links, interfaces, routes }: Applied,
): Promise<PortSpec> {
  const addresses = await addressesOf(db, id)
  const peers: PeerSpec[] = []
  for (const row of await peersOf(db, id)) peers.push(await peerSpec(db, row))
  return {
    port_name,
    geometry,
    links,
    addresses: addresses.map(({ interface_name, address, vlan_id }) => ({ interface_name, address, vlan_id })),
    interfaces,
    routes,
    peers,
  }
}

async function peerSpec(db: Queries, row: RowOf<'switch_port_settings_bgp_peer'>): Promise<PeerSpec> {
  const config = await db
    .selectFrom('bgp_config')
    .select(['asn', 'bgp_announce_set_id'])
    .where('id', '=', row.bgp_config_id)
    .executeTakeFirstOrThrow()
  const announced = await db
    .selectFrom('bgp_announcement')
    .select('network')
    .where('announce_set_id', '=', config.bgp_announce_set_id)
    .orderBy('network')
    .execute()
  const { allowed_export, allowed_import, ...peer } = row.peer
  const allowed = networksOf(allowed_export)
  const { addr, interface_name, md5_auth_key } = row
  return {
    ...peer,
    addr,
    interface_name,
    md5_auth_key,
    local_asn: config.asn,
    exports: announced.map(({ network }) => withoutHostBits(network)).filter((net) => allowed?.includes(net) ?? true),
    imports: networksOf(allowed_import),
  }
}

const withoutHostBits = (net: string) => formatNet(networkOf(netOf(net)))

type Policy = RowOf<'switch_port_settings_bgp_peer'>['peer']['allowed_export']

/** Null allows everything. */
const networksOf = (policy: Policy) => (policy.type === 'allow' ? policy.value.map(withoutHostBits) : null)
