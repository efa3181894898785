// Instances, the groups that say where they run, and the keys they let in.
// Frozen: describes the tables of its own day, and never imports today's declarations.
import { createTable } from '../create.ts'
import { integer, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migrate.ts'

const group = (name: string) =>
  table(
    name,
    {
      id: uuid(),
      project_id: uuid().references('project', 'restrict'),
      name: text(),
      description: text(),
      policy: text(),
      failure_domain: text(),
      time_created: time(),
      time_modified: time(),
    },
    { primary: ['id'], unique: [['project_id', 'name']], index: [['project_id', 'id']] },
  )

const member = (name: string) =>
  table(
    `${name}_member`,
    { group_id: uuid().references(name, 'cascade'), instance_id: uuid().references('instance', 'cascade') },
    { primary: ['group_id', 'instance_id'], index: [['instance_id', 'group_id']] },
  )

const tables = [
  table(
    'instance',
    {
      id: uuid(),
      project_id: uuid().references('project', 'restrict'),
      silo_id: uuid(),
      name: text(),
      description: text(),
      hostname: text(),
      ncpus: integer(),
      memory: integer(),
      boot_disk_id: uuid().nullable(),
      user_data: text(),
      auto_restart_policy: text().nullable(),
      time_last_auto_restarted: time().nullable(),
      run_state: text(),
      time_run_state_updated: time(),
      failure_reason: text().nullable(),
      sled_id: uuid().references('sled', 'restrict').nullable(),
      generation: integer(),
      reboot_request: text().nullable(),
      time_created: time(),
      time_modified: time(),
    },
    {
      primary: ['id'],
      unique: [['project_id', 'name']],
      index: [
        ['project_id', 'id'],
        ['run_state', 'id'],
        ['sled_id', 'ncpus', 'memory'],
      ],
    },
  ),
  table(
    'instance_ssh_key',
    { instance_id: uuid().references('instance', 'cascade'), ssh_key_id: uuid().references('ssh_key', 'cascade') },
    { primary: ['instance_id', 'ssh_key_id'], index: [['ssh_key_id']] },
  ),
  group('affinity_group'),
  member('affinity_group'),
  group('anti_affinity_group'),
  member('anti_affinity_group'),
]

export const migration: Migration = {
  name: '0006-compute',
  async up(db, dialect) {
    for (const each of tables) await createTable(db, dialect, each)
  },
}
