// Free addresses: each row is a contiguous run of unused addresses in a pool's range or in a subnet.
import { table, text, uuid } from '../define.ts'

export const address_gap = table(
  'address_gap',
  {
    /** The pool or subnet to allocate from. */
    space_id: uuid(),
    first_key: text(),
    last_key: text(),
    ip_pool_range_id: uuid().references('ip_pool_range', 'cascade').nullable(),
    vpc_subnet_id: uuid().references('vpc_subnet', 'cascade').nullable(),
  },
  // keyed by the last address: allocation takes the first one, so the key does not change
  { primary: ['space_id', 'last_key'], index: [['ip_pool_range_id'], ['vpc_subnet_id']] },
)
