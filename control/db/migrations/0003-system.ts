// Hardware, the allow list, the target release, support bundles and probes.
// Frozen: a migration never imports the current table declarations.
import { createIndex, createTable } from '../create.ts'
import { integer, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const tables = [
  table(
    'physical_disk',
    {
      id: uuid(),
      sled_id: uuid().references('sled', 'restrict'),
      vendor: text(),
      model: text(),
      serial: text(),
      form_factor: text(),
      policy_kind: text(),
      state: text(),
      time_created: time(),
      time_modified: time(),
    },
    { primary: ['id'], unique: [['vendor', 'model', 'serial']], index: [['sled_id', 'id']] },
  ),
  table(
    'switch',
    {
      id: uuid(),
      rack_id: uuid().references('rack', 'restrict'),
      part: text(),
      serial: text(),
      revision: integer(),
      location: text(),
      time_created: time(),
      time_modified: time(),
    },
    { primary: ['id'], unique: [['part', 'serial']], index: [['rack_id', 'location']] },
  ),
  table(
    'uninitialized_sled',
    {
      serial: text(),
      part: text(),
      revision: integer(),
      rack_id: uuid().references('rack', 'restrict'),
      cubby: integer(),
      usable_hardware_threads: integer(),
      usable_physical_ram: integer(),
      plugged_disks: json(),
      sled_id: uuid().nullable(),
      time_created: time(),
    },
    { primary: ['serial', 'part'], index: [['rack_id'], ['sled_id']] },
  ),
  table(
    'allow_list',
    { id: uuid(), allowed_ips: json(), time_created: time(), time_modified: time() },
    { primary: ['id'] },
  ),
  table(
    'target_release',
    { generation: integer(), release_source: json(), time_requested: time() },
    { primary: ['generation'] },
  ),
  table(
    'support_bundle',
    {
      id: uuid(),
      state: text(),
      reason_for_creation: text(),
      reason_for_failure: text().nullable(),
      size: integer().nullable(),
      attempts: integer(),
      time_created: time(),
    },
    { primary: ['id'], index: [['state', 'id']] },
  ),
  table(
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
      index: [['project_id', 'id'], ['sled_id'], ['ip_pool_id', 'silo_id']],
    },
  ),
]

export const migration: Migration = {
  name: '0003-system',
  async up(db, dialect) {
    for (const each of tables) await createTable(db, dialect, each)
    // the instances of a sled, in the order of their list
    await createIndex(db, 'instance', { name: 'instance_sled_id_id_index', columns: ['sled_id', 'id'], unique: false })
  },
}
