// Protection policies, their runs, and the recovery points that runs make. A point outlives its policy and its run.
import type { Wire } from '#contract/api.ts'
import { boolean, integer, json, table, text, time, uuid } from '../../define.ts'

export const protection_policy = table(
  'protection_policy',
  {
    id: uuid(),
    project_id: uuid().references('project', 'cascade'),
    silo_id: uuid(),
    name: text(),
    description: text(),
    is_enabled: boolean(),
    schedule: json<Wire<'ProtectionSchedule'>>(),
    keep: json<Wire<'ProtectionKeep'>>(),
    covers: json<Wire<'ProtectionCovers'>>(),
    /** Where its points in time are stored too. */
    backup_target_id: uuid().nullable(),
    /** Null if it is not enabled. */
    time_next: time().nullable(),
    /** Since when its runs fail. Null once one has succeeded. */
    time_failed: time().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    unique: [['project_id', 'name']],
    index: [
      ['project_id', 'id'],
      { columns: ['time_next'], where: 'time_next is not null' },
      { columns: ['time_failed'], where: 'time_failed is not null' },
    ],
  },
)

export const protection_run = table(
  'protection_run',
  {
    id: uuid(),
    policy_id: uuid().references('protection_policy', 'cascade'),
    cause: text<Wire<'ProtectionRun'>['cause']>(),
    state: text<Wire<'ProtectionRunState'>>(),
    time_due: time(),
    time_started: time().nullable(),
    time_ended: time().nullable(),
    disks: integer(),
    problems: json<Wire<'ProtectionProblem'>[]>(),
  },
  {
    primary: ['id'],
    index: [
      ['policy_id', 'time_due', 'id'],
      { columns: ['id'], where: "state = 'running'", name: 'protection_run_running_index' },
    ],
  },
)

export const recovery_point = table(
  'recovery_point',
  {
    id: uuid(),
    project_id: uuid().references('project', 'cascade'),
    silo_id: uuid(),
    run_id: uuid(),
    /** The same as the run if no policy has made it, but an instance that went back: then both are the rollback. */
    policy_id: uuid(),
    policy_name: text(),
    /** The instance or disk, which may be gone. */
    resource_id: uuid(),
    noun: text<'instance' | 'disk'>(),
    is_kept: boolean(),
    /** When its snapshots were requested. Null until then. */
    time_taken: time().nullable(),
    time_created: time(),
    /** The disks that it has snapshots of, as they were then. Null for points of earlier versions. */
    layout: json<{ boot_disk_id: string | null; disks: { id: string; name: string }[] }>().nullable(),
  },
  {
    primary: ['id'],
    unique: [['run_id', 'resource_id']],
    index: [
      ['resource_id', 'time_created', 'id'],
      ['policy_id', 'resource_id'],
      ['project_id', 'resource_id', 'time_created'],
    ],
  },
)
