// Part of 0001-initial. IP pools, VPCs and what they contain, external addresses and network interfaces.
import { boolean, integer, json, table, text, time, uuid } from '../../define.ts'

const identity = () => ({ id: uuid(), name: text(), description: text(), time_created: time(), time_modified: time() })

export const network = [
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
      ip_pool_id: uuid().references('ip_pool', 'cascade'),
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
      instance_id: uuid().references('instance', 'restrict').nullable(),
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
      instance_id: uuid().references('instance', 'restrict'),
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
