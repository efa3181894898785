// Probes: small test machines on a chosen sled, each with one interface and one external address.
import { table, text, time, uuid } from '../define.ts'

export const probe = table(
  'probe',
  {
    id: uuid(),
    project_id: uuid().references('project', 'restrict'),
    silo_id: uuid(),
    name: text(),
    description: text(),
    sled_id: uuid().references('sled', 'restrict'),
    vpc_id: uuid().references('vpc', 'restrict'),
    subnet_id: uuid().references('vpc_subnet', 'restrict'),
    interface_id: uuid(),
    mac: text(),
    ip: text(),
    ip_key: text(),
    ip_pool_id: uuid().references('ip_pool', 'restrict'),
    external_ip: text(),
    external_ip_key: text(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    unique: [['project_id', 'name'], ['subnet_id', 'ip_key'], ['vpc_id', 'mac'], ['external_ip_key']],
    index: [['project_id', 'id'], ['mac'], ['sled_id'], ['ip_pool_id', 'silo_id']],
  },
)
