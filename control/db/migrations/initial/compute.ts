// Instances, their runs and groups.
// Frozen: a migration never imports the current table declarations.
import { integer, table, text, time, uuid } from '../../define.ts'

export const compute = [
  table(
    'affinity_group',
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
  ),
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
        ['silo_id', 'run_state', 'project_id'],
        ['sled_id', 'ncpus', 'memory'],
        ['sled_id', 'id'],
      ],
    },
  ),
  table(
    'affinity_group_member',
    { group_id: uuid().references('affinity_group', 'cascade'), instance_id: uuid().references('instance', 'cascade') },
    { primary: ['group_id', 'instance_id'], index: [['instance_id', 'group_id']] },
  ),
  table(
    'anti_affinity_group',
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
  ),
  table(
    'anti_affinity_group_member',
    {
      group_id: uuid().references('anti_affinity_group', 'cascade'),
      instance_id: uuid().references('instance', 'cascade'),
    },
    { primary: ['group_id', 'instance_id'], index: [['instance_id', 'group_id']] },
  ),
  table(
    'console_run',
    {
      instance_id: uuid().references('instance', 'cascade'),
      generation: integer(),
      time_started: time(),
      time_ended: time().nullable(),
      end_state: text().nullable(),
      end_reason: text().nullable(),
      first_byte: integer(),
      end_byte: integer(),
      data: text(),
    },
    { primary: ['instance_id', 'generation'] },
  ),
  table(
    'instance_ssh_key',
    { instance_id: uuid().references('instance', 'cascade'), ssh_key_id: uuid().references('ssh_key', 'cascade') },
    { primary: ['instance_id', 'ssh_key_id'], index: [['ssh_key_id']] },
  ),
]
