// Part of 0001-initial. Leases, racks, sleds, instances, placement groups and the SSH keys of an instance.
import { integer, table, text, time, uuid } from '../../define.ts'

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

export const compute = [
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
