// BGP configurations and the networks they announce.
import { integer, table, text, time, uuid } from '../../define.ts'

export const bgp_announce_set = table(
  'bgp_announce_set',
  { id: uuid(), name: text(), description: text(), time_created: time(), time_modified: time() },
  { primary: ['id'], unique: [['name']] },
)

export const bgp_announcement = table(
  'bgp_announcement',
  {
    announce_set_id: uuid().references('bgp_announce_set', 'cascade'),
    address_lot_block_id: uuid().references('address_lot_block', 'restrict'),
    network: text(),
  },
  { primary: ['announce_set_id', 'network'], index: [['address_lot_block_id']] },
)

export const bgp_config = table(
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
)
