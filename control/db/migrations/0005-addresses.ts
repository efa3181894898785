// External addresses and network interfaces: pools with what is free in them, floating and instances' own addresses.
// Frozen: describes the tables of its own day, and never imports today's declarations.
import { createTable } from '../create.ts'
import { boolean, integer, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migrate.ts'

const tables = [
  table(
    'ip_pool',
    { id: uuid(), name: text(), description: text(), time_created: time(), time_modified: time() },
    { primary: ['id'], unique: [['name']] },
  ),
  table(
    'ip_pool_range',
    {
      id: uuid(),
      ip_pool_id: uuid().references('ip_pool', 'restrict'),
      range: json(),
      first_key: text(),
      last_key: text(),
      allocated: integer(),
      time_created: time(),
    },
    { primary: ['id'], unique: [['first_key']], index: [['ip_pool_id', 'first_key']] },
  ),
  table(
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
  ),
  table(
    'address_gap',
    {
      space_id: uuid(),
      first_key: text(),
      last_key: text(),
      ip_pool_range_id: uuid().references('ip_pool_range', 'cascade').nullable(),
      vpc_subnet_id: uuid().references('vpc_subnet', 'cascade').nullable(),
    },
    { primary: ['space_id', 'last_key'], index: [['ip_pool_range_id'], ['vpc_subnet_id']] },
  ),
  table(
    'external_ip',
    {
      id: uuid(),
      kind: text(),
      instance_id: uuid(),
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
  ),
  table(
    'snat_address',
    {
      ip_key: text(),
      ip_pool_id: uuid().references('ip_pool', 'restrict'),
      ip: text(),
      slices: integer(),
      is_full: boolean(),
    },
    { primary: ['ip_key'], index: [['ip_pool_id', 'is_full', 'ip_key']] },
  ),
  table(
    'floating_ip',
    {
      id: uuid(),
      project_id: uuid().references('project', 'restrict'),
      silo_id: uuid(),
      name: text(),
      description: text(),
      ip_pool_id: uuid().references('ip_pool', 'restrict'),
      ip: text(),
      ip_key: text(),
      instance_id: uuid().nullable(),
      time_created: time(),
      time_modified: time(),
    },
    {
      primary: ['id'],
      unique: [['project_id', 'name'], ['ip_key']],
      index: [
        ['project_id', 'id'],
        ['instance_id', 'name'],
        ['ip_pool_id', 'silo_id'],
      ],
    },
  ),
  table(
    'network_interface',
    {
      id: uuid(),
      instance_id: uuid(),
      name: text(),
      description: text(),
      vpc_id: uuid().references('vpc', 'restrict'),
      subnet_id: uuid().references('vpc_subnet', 'restrict'),
      mac: text(),
      ip: text(),
      ip_key: text(),
      primary: boolean(),
      transit_ips: json(),
      time_created: time(),
      time_modified: time(),
    },
    {
      primary: ['id'],
      unique: [
        ['instance_id', 'name'],
        ['subnet_id', 'ip_key'],
        ['vpc_id', 'mac'],
        { columns: ['instance_id'], where: '"primary"', name: 'network_interface_primary_key' },
      ],
      index: [
        ['instance_id', 'id'],
        ['subnet_id', 'name', 'id'],
        ['subnet_id', 'id'],
      ],
    },
  ),
]

export const migration: Migration = {
  name: '0005-addresses',
  async up(db, dialect) {
    for (const each of tables) await createTable(db, dialect, each)
  },
}
