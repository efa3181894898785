// Switch ports, address lots and routing.
// Frozen: a migration never imports the current table declarations.
import { boolean, integer, json, table, text, time, uuid } from '../../define.ts'

export const fabric = [
  table(
    'address_lot',
    { id: uuid(), name: text(), description: text(), kind: text(), time_created: time(), time_modified: time() },
    { primary: ['id'], unique: [['name']] },
  ),
  table(
    'address_lot_block',
    {
      id: uuid(),
      address_lot_id: uuid().references('address_lot', 'cascade'),
      first_address: text(),
      last_address: text(),
      first_key: text(),
      last_key: text(),
    },
    { primary: ['id'], unique: [['first_key']], index: [['address_lot_id', 'id']] },
  ),
  table(
    'bfd_session',
    {
      id: uuid(),
      switch_location: text(),
      remote: text(),
      local: text().nullable(),
      detection_threshold: integer(),
      required_rx: integer(),
      mode: text(),
      time_created: time(),
    },
    { primary: ['id'], unique: [['switch_location', 'remote']] },
  ),
  table(
    'bgp_announce_set',
    { id: uuid(), name: text(), description: text(), time_created: time(), time_modified: time() },
    { primary: ['id'], unique: [['name']] },
  ),
  table(
    'bgp_announcement',
    {
      announce_set_id: uuid().references('bgp_announce_set', 'cascade'),
      address_lot_block_id: uuid().references('address_lot_block', 'restrict'),
      network: text(),
    },
    { primary: ['announce_set_id', 'network'], index: [['address_lot_block_id']] },
  ),
  table(
    'bgp_config',
    {
      id: uuid(),
      name: text(),
      description: text(),
      asn: integer(),
      vrf: text().nullable(),
      bgp_announce_set_id: uuid().references('bgp_announce_set', 'restrict'),
      time_created: time(),
      time_modified: time(),
    },
    { primary: ['id'], unique: [['name'], ['asn']], index: [['bgp_announce_set_id']] },
  ),
  table(
    'loopback_address',
    {
      id: uuid(),
      address_lot_block_id: uuid().references('address_lot_block', 'restrict'),
      rack_id: uuid().references('rack', 'restrict'),
      switch_location: text(),
      address: text(),
      ip_key: text(),
      is_anycast: boolean(),
      time_created: time(),
    },
    {
      primary: ['id'],
      unique: [['rack_id', 'switch_location', 'ip_key']],
      index: [['ip_key'], ['address_lot_block_id']],
    },
  ),
  table(
    'switch_port_settings',
    {
      id: uuid(),
      name: text(),
      description: text(),
      geometry: text(),
      links: json(),
      interfaces: json(),
      routes: json(),
      time_created: time(),
      time_modified: time(),
    },
    { primary: ['id'], unique: [['name']] },
  ),
  table(
    'switch_port_settings_address',
    {
      port_settings_id: uuid().references('switch_port_settings', 'cascade'),
      address_lot_block_id: uuid().references('address_lot_block', 'restrict'),
      address: text(),
      ip_key: text(),
      interface_name: text(),
      vlan_id: integer().nullable(),
    },
    { primary: ['port_settings_id', 'ip_key'], unique: [['ip_key']], index: [['address_lot_block_id']] },
  ),
  table(
    'switch_port_settings_bgp_peer',
    {
      port_settings_id: uuid().references('switch_port_settings', 'cascade'),
      interface_name: text(),
      addr: text(),
      bgp_config_id: uuid().references('bgp_config', 'restrict'),
      md5_auth_key: text().nullable(),
      peer: json(),
    },
    { primary: ['port_settings_id', 'interface_name', 'addr'], index: [['bgp_config_id']] },
  ),
  table(
    'switch_port',
    {
      id: uuid(),
      rack_id: uuid().references('rack', 'restrict'),
      switch_location: text(),
      port_name: text(),
      port_settings_id: uuid().references('switch_port_settings', 'set null').nullable(),
    },
    { primary: ['id'], unique: [['rack_id', 'switch_location', 'port_name']], index: [['port_settings_id']] },
  ),
]
