// Named settings that can be applied to a switch port.
import { z } from 'zod'
import { byNameOrId, list, type Operations } from './define.ts'
import { LldpLinkConfig } from './switch-port.ts'
import { MAX_PORT_SETTINGS_ENTRIES } from './limits.ts'
import { bounded, IpNet, NameOrId, identity, int32, ip, maybe, naming, uint16, uint32, uint8, uuid } from './values.ts'

const entries = <S extends z.ZodType>(schema: S) => bounded(MAX_PORT_SETTINGS_ENTRIES, z.array(schema))

export const Address = z.object({ address: IpNet, address_lot: NameOrId, vlan_id: maybe(uint16) })
export const AddressConfig = z.object({ addresses: entries(Address) })
export const ImportExportPolicy = z.discriminatedUnion('type', [
  z.object({ type: z.literal('no_filtering') }),
  z.object({ type: z.literal('allow'), value: z.array(IpNet) }),
])

export const BgpPeer = z.object({
  addr: ip,
  allowed_export: ImportExportPolicy,
  allowed_import: ImportExportPolicy,
  bgp_config: NameOrId,
  communities: z.array(uint32),
  connect_retry: uint32,
  delay_open: uint32,
  enforce_first_as: z.boolean(),
  hold_time: uint32,
  idle_hold_time: uint32,
  interface_name: z.string(),
  keepalive: uint32,
  local_pref: maybe(uint32),
  md5_auth_key: maybe(z.string()),
  min_ttl: maybe(uint8),
  multi_exit_discriminator: maybe(uint32),
  remote_asn: maybe(uint32),
  vlan_id: maybe(uint16),
})

export const BgpPeerConfig = z.object({ peers: entries(BgpPeer) })
export const LinkFec = z.enum(['firecode', 'none', 'rs'])
export const LinkSpeed = z.enum([
  'speed0_g',
  'speed1_g',
  'speed10_g',
  'speed25_g',
  'speed40_g',
  'speed50_g',
  'speed100_g',
  'speed200_g',
  'speed400_g',
])

export const LldpLinkConfigCreate = z.object({
  chassis_id: maybe(z.string()),
  enabled: z.boolean(),
  link_description: maybe(z.string()),
  link_name: maybe(z.string()),
  management_ip: maybe(ip),
  system_description: maybe(z.string()),
  system_name: maybe(z.string()),
})

export const TxEqConfig = z.object({
  main: maybe(int32),
  post1: maybe(int32),
  post2: maybe(int32),
  pre1: maybe(int32),
  pre2: maybe(int32),
})

export const LinkConfigCreate = z.object({
  autoneg: z.boolean(),
  fec: maybe(LinkFec),
  lldp: LldpLinkConfigCreate,
  mtu: uint16,
  speed: LinkSpeed,
  tx_eq: maybe(TxEqConfig),
})

export const Route = z.object({
  dst: IpNet,
  gw: ip,
  rib_priority: maybe(uint8),
  vid: maybe(uint16),
})

export const RouteConfig = z.object({ routes: entries(Route) })
export const SwitchInterfaceKind2 = z.enum(['primary', 'vlan', 'loopback'])
export const SwitchInterfaceConfig = z.object({
  id: uuid,
  interface_name: z.string(),
  kind: SwitchInterfaceKind2,
  port_settings_id: uuid,
  v6_enabled: z.boolean(),
})

export const SwitchInterfaceKind = z.discriminatedUnion('type', [
  z.object({ type: z.literal('primary') }),
  z.object({ type: z.literal('vlan'), vid: uint16 }),
  z.object({ type: z.literal('loopback') }),
])

export const SwitchInterfaceConfigCreate = z.object({ kind: SwitchInterfaceKind, v6_enabled: z.boolean() })
export const SwitchPortAddressConfig = z.object({
  address: IpNet,
  address_lot_block_id: uuid,
  interface_name: z.string(),
  port_settings_id: uuid,
  vlan_id: maybe(uint16),
})

export const SwitchPortGeometry2 = z.enum(['qsfp28x1', 'qsfp28x2', 'sfp28x4'])
export const SwitchPortConfig = z.object({ geometry: SwitchPortGeometry2, port_settings_id: uuid })
export const SwitchPortGeometry = z.enum(['qsfp28x1', 'qsfp28x2', 'sfp28x4'])
export const SwitchPortConfigCreate = z.object({ geometry: SwitchPortGeometry })
export const SwitchPortLinkConfig = z.object({
  autoneg: z.boolean(),
  fec: maybe(LinkFec),
  link_name: z.string(),
  lldp_link_config_id: maybe(uuid),
  mtu: uint16,
  port_settings_id: uuid,
  speed: LinkSpeed,
  tx_eq_config_id: maybe(uuid),
})

export const SwitchPortRouteConfig = z.object({
  dst: IpNet,
  gw: IpNet,
  interface_name: z.string(),
  port_settings_id: uuid,
  rib_priority: maybe(uint8),
  vlan_id: maybe(uint16),
})

export const SwitchPortSettings = z.object(identity)
export const SwitchPortSettingsCreate = z.object({
  ...naming,
  addresses: z.record(z.string(), AddressConfig),
  bgp_peers: z.record(z.string(), BgpPeerConfig),
  groups: z.array(NameOrId),
  interfaces: z.record(z.string(), SwitchInterfaceConfigCreate),
  links: z.record(z.string(), LinkConfigCreate),
  port_config: SwitchPortConfigCreate,
  routes: z.record(z.string(), RouteConfig),
})

export const SwitchPortSettingsGroups = z.object({ port_settings_group_id: uuid, port_settings_id: uuid })
export const SwitchVlanInterfaceConfig = z.object({ interface_config_id: uuid, vlan_id: uint16 })
export const SwitchPortSettingsView = z.object({
  addresses: z.array(SwitchPortAddressConfig),
  bgp_peers: z.array(BgpPeer),
  groups: z.array(SwitchPortSettingsGroups),
  interfaces: z.array(SwitchInterfaceConfig),
  link_lldp: z.array(LldpLinkConfig),
  links: z.array(SwitchPortLinkConfig),
  port: SwitchPortConfig,
  routes: z.array(SwitchPortRouteConfig),
  settings: SwitchPortSettings,
  tx_eq: z.array(TxEqConfig.nullable()),
  vlan_interfaces: z.array(SwitchVlanInterfaceConfig),
})

export const switchPortSettings = {
  networking_switch_port_settings_list: list(SwitchPortSettings, byNameOrId, {
    query: { port_settings: NameOrId.optional() },
  }),
  networking_switch_port_settings_create: {
    body: SwitchPortSettingsCreate,
    status: 201,
    answer: SwitchPortSettingsView,
  },
  networking_switch_port_settings_delete: { query: { port_settings: NameOrId.optional() }, status: 204 },
  networking_switch_port_settings_view: { path: { port: NameOrId }, status: 200, answer: SwitchPortSettingsView },
} satisfies Operations<'switch_port_settings'>
