// IP pools, their ranges, and the silos linked to them.
import { boolean, integer, json, table, text, time, uuid } from '../define.ts'

export const ip_pool = table(
  'ip_pool',
  {
    id: uuid(),
    name: text(),
    description: text(),
    external_network_id: uuid().references('external_network', 'set null').nullable(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['name']], index: [['external_network_id']] },
)

export const ip_pool_range = table(
  'ip_pool_range',
  {
    id: uuid(),
    ip_pool_id: uuid().references('ip_pool', 'restrict'),
    range: json<{ first: string; last: string }>(),
    first_key: text(),
    last_key: text(),
    /** Addresses in use; a shared address counts once. */
    allocated: integer(),
    time_created: time(),
  },
  // ranges never overlap across pools, so the first address alone identifies an address's range
  { primary: ['id'], unique: [['first_key']], index: [['ip_pool_id', 'first_key']] },
)

export const ip_pool_silo = table(
  'ip_pool_silo',
  {
    ip_pool_id: uuid().references('ip_pool', 'cascade'),
    silo_id: uuid().references('silo', 'cascade'),
    is_default: boolean(),
  },
  {
    primary: ['ip_pool_id', 'silo_id'],
    unique: [{ columns: ['silo_id'], where: 'is_default', name: 'ip_pool_silo_default_key' }],
    index: [['silo_id', 'ip_pool_id']],
  },
)
