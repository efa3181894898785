// Addresses of the switches themselves.
import { boolean, table, text, time, uuid } from '../../define.ts'

export const loopback_address = table(
  'loopback_address',
  {
    id: uuid(),
    address_lot_block_id: uuid().references('address_lot_block', 'restrict'),
    rack_id: uuid().references('rack', 'restrict'),
    switch_location: text<'switch0' | 'switch1'>(),
    /** With its mask: 10.0.0.1/32. */
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
)
