// Instances: what people asked for, and where the machine behind it runs. A sled is held exactly while a machine may exist:
// from an accepted start until it has stopped or failed.
import { integer, table, text, time, uuid } from '../define.ts'

export const instance = table(
  'instance',
  {
    id: uuid(),
    project_id: uuid().references('project', 'restrict'),
    /** The project's, so that a reconciler can charge and report without looking it up. */
    silo_id: uuid(),
    name: text(),
    description: text(),
    hostname: text(),
    ncpus: integer(),
    memory: integer(),
    boot_disk_id: uuid().nullable(),
    user_data: text(),
    auto_restart_policy: text<'never' | 'best_effort'>().nullable(),
    time_last_auto_restarted: time().nullable(),
    run_state: text<
      | 'creating'
      | 'starting'
      | 'running'
      | 'stopping'
      | 'stopped'
      | 'rebooting'
      | 'migrating'
      | 'repairing'
      | 'failed'
      | 'destroyed'
    >(),
    time_run_state_updated: time(),
    /** For people; there when the state is failed. */
    failure_reason: text().nullable(),
    sled_id: uuid().references('sled', 'restrict').nullable(),
    /** Counts accepted starts: an answer to an earlier start must not be taken for one to this. */
    generation: integer(),
    /** A reboot that the driver has not been asked for yet. */
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
      // holds what the overview counts
      ['silo_id', 'run_state', 'project_id'],
      // holds what placement adds up, so that it reads the index alone
      ['sled_id', 'ncpus', 'memory'],
      ['sled_id', 'id'],
    ],
  },
)
