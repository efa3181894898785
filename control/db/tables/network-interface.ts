// Network interfaces, which connect instances to subnets.
import { boolean, json, table, text, time, uuid } from '../define.ts'

export const network_interface = table(
  'network_interface',
  {
    id: uuid(),
    /** Restrict, because deleting an instance must first return its interfaces' addresses to their subnets. */
    instance_id: uuid().references('instance', 'restrict'),
    name: text(),
    description: text(),
    vpc_id: uuid().references('vpc', 'restrict'),
    subnet_id: uuid().references('vpc_subnet', 'restrict'),
    mac: text(),
    ip: text(),
    ip_key: text(),
    primary: boolean(),
    transit_ips: json<string[]>(),
    /** What a machine that runs does not have yet, or has not released yet. */
    plug: text<'attach' | 'detach'>().nullable(),
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
    index: [['instance_id', 'id'], ['subnet_id', 'name', 'id'], ['subnet_id', 'id'], ['ip_key'], ['mac']],
  },
)
