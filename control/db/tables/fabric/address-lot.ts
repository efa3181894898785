// Addresses set aside for the rack itself. Blocks never overlap, not even across lots. Port addresses, loopback addresses and
// announcements reference the block they are reserved from.
import { table, text, time, uuid } from '../../define.ts'

export const address_lot = table(
  'address_lot',
  {
    id: uuid(),
    name: text(),
    description: text(),
    kind: text<'infra' | 'pool'>(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['name']] },
)

export const address_lot_block = table(
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
)
