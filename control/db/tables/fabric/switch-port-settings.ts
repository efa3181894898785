// Settings for switch ports. Addresses and BGP peers have their own tables, because they reference address lots and BGP
// configurations.
import type { Wire } from '#contract/api.ts'
import { integer, json, table, text, time, uuid } from '../../define.ts'

type Lldp = Wire<'LldpLinkConfig'>
type TxEq = Wire<'TxEqConfig'>
type PeerOnWire = Wire<'BgpPeer'>

export interface Link {
  link_name: string
  autoneg: boolean
  fec: 'firecode' | 'none' | 'rs' | null
  mtu: number
  speed: Wire<'LinkSpeed'>
  lldp: Lldp
  tx_eq: TxEq | null
  tx_eq_config_id: string | null
}

export interface Interface {
  id: string
  interface_name: string
  kind: 'primary' | 'vlan' | 'loopback'
  v6_enabled: boolean
  /** Only with kind vlan. */
  vlan_id: number | null
}

export interface StoredRoute {
  interface_name: string
  dst: string
  gw: string
  rib_priority: number | null
  vlan_id: number | null
}

/** Peer fields without a column of their own. */
export type PeerDetails = Omit<PeerOnWire, 'addr' | 'interface_name' | 'bgp_config' | 'md5_auth_key'>

export const switch_port_settings = table(
  'switch_port_settings',
  {
    id: uuid(),
    name: text(),
    description: text(),
    geometry: text<'qsfp28x1' | 'qsfp28x2' | 'sfp28x4'>(),
    links: json<Link[]>(),
    interfaces: json<Interface[]>(),
    routes: json<StoredRoute[]>(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['name']] },
)

export const switch_port_settings_address = table(
  'switch_port_settings_address',
  {
    port_settings_id: uuid().references('switch_port_settings', 'cascade'),
    address_lot_block_id: uuid().references('address_lot_block', 'restrict'),
    /** With its mask: 10.0.0.1/24. */
    address: text(),
    ip_key: text(),
    interface_name: text(),
    vlan_id: integer().nullable(),
  },
  { primary: ['port_settings_id', 'ip_key'], unique: [['ip_key']], index: [['address_lot_block_id']] },
)

export const switch_port_settings_bgp_peer = table(
  'switch_port_settings_bgp_peer',
  {
    port_settings_id: uuid().references('switch_port_settings', 'cascade'),
    interface_name: text(),
    addr: text(),
    bgp_config_id: uuid().references('bgp_config', 'restrict'),
    /** A secret: never in logs, events or support bundles. */
    md5_auth_key: text().nullable(),
    peer: json<PeerDetails>(),
  },
  { primary: ['port_settings_id', 'interface_name', 'addr'], index: [['bgp_config_id']] },
)
