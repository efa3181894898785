// Private networks: VPCs, subnets, routers and routes, firewall rules, internet gateways.
// Frozen: describes the tables of its own day, and never imports today's declarations.
import { createTable } from '../create.ts'
import { integer, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migrate.ts'

const identity = () => ({ id: uuid(), name: text(), description: text(), time_created: time(), time_modified: time() })

const tables = [
  table(
    'vpc',
    {
      ...identity(),
      project_id: uuid().references('project', 'restrict'),
      dns_name: text(),
      ipv6_prefix: text(),
      system_router_id: uuid(),
      vni: integer(),
    },
    { primary: ['id'], unique: [['project_id', 'name'], ['vni']], index: [['project_id', 'id']] },
  ),
  table(
    'vpc_router',
    { ...identity(), vpc_id: uuid().references('vpc', 'cascade'), kind: text() },
    { primary: ['id'], unique: [['vpc_id', 'name']], index: [['vpc_id', 'id']] },
  ),
  table(
    'vpc_subnet',
    {
      ...identity(),
      vpc_id: uuid().references('vpc', 'restrict'),
      ipv4_block: text(),
      ipv6_block: text(),
      ipv4_first: text(),
      ipv4_last: text(),
      ipv6_first: text(),
      ipv6_last: text(),
      custom_router_id: uuid().references('vpc_router', 'set null').nullable(),
    },
    {
      primary: ['id'],
      unique: [['vpc_id', 'name']],
      index: [['vpc_id', 'id'], ['vpc_id', 'ipv4_first'], ['vpc_id', 'ipv6_first'], ['custom_router_id']],
    },
  ),
  table(
    'vpc_router_route',
    {
      ...identity(),
      vpc_router_id: uuid().references('vpc_router', 'cascade'),
      kind: text(),
      destination: json(),
      target: json(),
      vpc_subnet_id: uuid().references('vpc_subnet', 'cascade').nullable(),
    },
    {
      primary: ['id'],
      unique: [['vpc_router_id', 'name']],
      index: [['vpc_router_id', 'id'], ['vpc_subnet_id']],
    },
  ),
  table(
    'firewall_rule',
    {
      ...identity(),
      vpc_id: uuid().references('vpc', 'cascade'),
      status: text(),
      direction: text(),
      targets: json(),
      filters: json(),
      action: text(),
      priority: integer(),
    },
    { primary: ['id'], unique: [['vpc_id', 'name']] },
  ),
  table(
    'internet_gateway',
    { ...identity(), vpc_id: uuid().references('vpc', 'cascade') },
    { primary: ['id'], unique: [['vpc_id', 'name']], index: [['vpc_id', 'id']] },
  ),
  table(
    'internet_gateway_ip_pool',
    {
      ...identity(),
      internet_gateway_id: uuid().references('internet_gateway', 'cascade'),
      ip_pool_id: uuid(),
    },
    {
      primary: ['id'],
      unique: [['internet_gateway_id', 'name']],
      index: [['internet_gateway_id', 'id'], ['ip_pool_id']],
    },
  ),
  table(
    'internet_gateway_ip_address',
    { ...identity(), internet_gateway_id: uuid().references('internet_gateway', 'cascade'), address: text() },
    { primary: ['id'], unique: [['internet_gateway_id']] },
  ),
]

export const migration: Migration = {
  name: '0004-network',
  async up(db, dialect) {
    for (const each of tables) await createTable(db, dialect, each)
  },
}
