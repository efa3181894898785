// External addresses of an instance: its ephemeral IP, and its share of a source NAT address for outgoing traffic.
import { boolean, integer, table, text, time, uuid } from '../define.ts'

export const external_ip = table(
  'external_ip',
  {
    id: uuid(),
    kind: text<'ephemeral' | 'snat'>(),
    /** Restrict, because deleting an instance must first return its addresses to their pools. */
    instance_id: uuid().references('instance', 'restrict'),
    ip_pool_id: uuid().references('ip_pool', 'restrict'),
    silo_id: uuid(),
    ip: text(),
    ip_key: text(),
    first_port: integer(),
    last_port: integer(),
    time_created: time(),
  },
  {
    primary: ['id'],
    unique: [
      ['instance_id', 'kind'],
      ['ip_key', 'first_port'],
    ],
    index: [['ip_pool_id', 'silo_id']],
  },
)

/** Shared source NAT addresses and which of their four port slices are taken, one bit each. */
export const snat_address = table(
  'snat_address',
  {
    ip_key: text(),
    ip_pool_id: uuid().references('ip_pool', 'restrict'),
    ip: text(),
    slices: integer(),
    is_full: boolean(),
    /** The only VPC that it serves. Null: any. Not a foreign key, because it does not keep the VPC. */
    vpc_id: uuid().nullable(),
  },
  {
    primary: ['ip_key'],
    index: [
      ['ip_pool_id', 'is_full', 'ip_key'],
      ['ip_pool_id', 'vpc_id', 'is_full', 'ip_key'],
    ],
  },
)
