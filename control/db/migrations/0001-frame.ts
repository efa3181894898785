// The frame: silos and their people, roles, sessions, projects, the event log, leases, racks and sleds.
// Frozen: describes the tables of its own day, and never imports today's declarations.
import { createTable } from '../create.ts'
import { boolean, integer, json, serial, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migrate.ts'

const tables = [
  table(
    'silo',
    {
      id: uuid(),
      name: text(),
      description: text(),
      discoverable: boolean(),
      identity_mode: text(),
      mapped_fleet_roles: json(),
      time_created: time(),
      time_modified: time(),
    },
    { primary: ['id'], unique: [['name']] },
  ),
  table(
    'silo_quota',
    { silo_id: uuid().references('silo', 'cascade'), cpus: integer(), memory: integer(), storage: integer() },
    { primary: ['silo_id'] },
  ),
  table(
    'silo_usage',
    { silo_id: uuid().references('silo', 'cascade'), cpus: integer(), memory: integer(), storage: integer() },
    { primary: ['silo_id'] },
  ),
  table(
    'silo_user',
    {
      id: uuid(),
      silo_id: uuid().references('silo', 'cascade'),
      external_id: text(),
      password_hash: text().nullable(),
      time_created: time(),
      time_modified: time(),
    },
    { primary: ['id'], unique: [['silo_id', 'external_id']], index: [['silo_id', 'id']] },
  ),
  table(
    'silo_group',
    {
      id: uuid(),
      silo_id: uuid().references('silo', 'cascade'),
      external_id: text(),
      time_created: time(),
      time_modified: time(),
    },
    { primary: ['id'], unique: [['silo_id', 'external_id']], index: [['silo_id', 'id']] },
  ),
  table(
    'silo_group_member',
    {
      silo_group_id: uuid().references('silo_group', 'cascade'),
      silo_user_id: uuid().references('silo_user', 'cascade'),
    },
    { primary: ['silo_group_id', 'silo_user_id'], index: [['silo_user_id']] },
  ),
  table(
    'role_assignment',
    {
      resource_type: text(),
      resource_id: uuid(),
      identity_type: text(),
      identity_id: uuid(),
      role_name: text(),
    },
    { primary: ['resource_id', 'identity_type', 'identity_id', 'role_name'], index: [['identity_id']] },
  ),
  table(
    'session',
    {
      id: uuid(),
      token_hash: text(),
      silo_user_id: uuid().references('silo_user', 'cascade'),
      time_created: time(),
      time_last_used: time(),
    },
    { primary: ['id'], unique: [['token_hash']], index: [['silo_user_id']] },
  ),
  table(
    'project',
    {
      id: uuid(),
      silo_id: uuid().references('silo', 'restrict'),
      name: text(),
      description: text(),
      time_created: time(),
      time_modified: time(),
    },
    { primary: ['id'], unique: [['silo_id', 'name']], index: [['silo_id', 'id']] },
  ),
  table(
    'event',
    {
      seq: serial(),
      time: time(),
      request_id: text().nullable(),
      address: text().nullable(),
      actor_id: uuid().nullable(),
      actor_silo_id: uuid().nullable(),
      operation: text().nullable(),
      noun: text(),
      target_id: text().nullable(),
      target_name: text().nullable(),
      silo_id: uuid().nullable(),
      project_id: uuid().nullable(),
      status: integer().nullable(),
      error_code: text().nullable(),
      chain: text().nullable(),
    },
    { primary: ['seq'], index: [['time'], ['silo_id', 'seq'], ['actor_id', 'seq']] },
  ),
  table('lease', { name: text(), holder: text(), time_expires: time() }, { primary: ['name'] }),
  table('rack', { id: uuid(), time_created: time(), time_modified: time() }, { primary: ['id'] }),
  table(
    'sled',
    {
      id: uuid(),
      rack_id: uuid().references('rack', 'restrict'),
      part: text(),
      serial: text(),
      revision: integer(),
      usable_hardware_threads: integer(),
      usable_physical_ram: integer(),
      policy_kind: text(),
      provision_policy: text(),
      state: text(),
      time_created: time(),
      time_modified: time(),
    },
    { primary: ['id'], unique: [['part', 'serial']], index: [['rack_id', 'id']] },
  ),
]

export const migration: Migration = {
  name: '0001-frame',
  async up(db, dialect) {
    for (const each of tables) await createTable(db, dialect, each)
  },
}
