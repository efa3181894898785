// What is free: each row a run of addresses that nobody has, in a range of a pool or in a subnet. No row, nothing free.
import { table, text, uuid } from '../define.ts'

export const address_gap = table(
  'address_gap',
  {
    /** The pool or the subnet: where the lowest free address is asked for. */
    space_id: uuid(),
    first_key: text(),
    last_key: text(),
    ip_pool_range_id: uuid().references('ip_pool_range', 'cascade').nullable(),
    vpc_subnet_id: uuid().references('vpc_subnet', 'cascade').nullable(),
  },
  // by the last address, which stays when one is taken from the front: no index has to change then
  { primary: ['space_id', 'last_key'], index: [['ip_pool_range_id'], ['vpc_subnet_id']] },
)
