// Subnets of a VPC.
import { table, text, time, uuid } from '../define.ts'

export const vpc_subnet = table(
  'vpc_subnet',
  {
    id: uuid(),
    vpc_id: uuid().references('vpc', 'restrict'),
    name: text(),
    description: text(),
    ipv4_block: text(),
    ipv6_block: text(),
    /** Bounds of the blocks as keys that sort like addresses (contract/ip.ts). */
    ipv4_first: text(),
    ipv4_last: text(),
    ipv6_first: text(),
    ipv6_last: text(),
    custom_router_id: uuid().references('vpc_router', 'set null').nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    unique: [['vpc_id', 'name']],
    index: [['vpc_id', 'id'], ['vpc_id', 'ipv4_first'], ['vpc_id', 'ipv6_first'], ['custom_router_id']],
  },
)
