// Networks outside, the pools that live there, and the VPC that a source NAT address serves.
// Frozen: a migration never imports the current table declarations.
import { addColumn, createIndex, createTable } from '../create.ts'
import { integer, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const external_network = table(
  'external_network',
  {
    id: uuid(),
    name: text(),
    description: text(),
    physical_network: text(),
    vlan: integer().nullable(),
    prefix: text(),
    next_hop: text(),
    dns_servers: json(),
    hosts: json(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['name']] },
)

export const migration: Migration = {
  name: '0009-external-networks',
  async up(db, dialect) {
    await createTable(db, dialect, external_network)
    const network = uuid().references('external_network', 'set null').nullable()
    await addColumn(db, dialect, 'ip_pool', 'external_network_id', network)
    const ofNetwork = { name: 'ip_pool_external_network_id_index', columns: ['external_network_id'], unique: false }
    await createIndex(db, 'ip_pool', ofNetwork)
    await addColumn(db, dialect, 'snat_address', 'vpc_id', uuid().nullable())
    const columns = ['ip_pool_id', 'vpc_id', 'is_full', 'ip_key']
    await createIndex(db, 'snat_address', { name: `snat_address_${columns.join('_')}_index`, columns, unique: false })
  },
}
