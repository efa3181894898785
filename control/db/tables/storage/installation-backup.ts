// Where backups of the installation are stored, when the server makes them, and which there are. One repository at each target.
import type { Wire } from '#contract/api.ts'
import { boolean, integer, json, table, text, time, uuid } from '../../define.ts'

export const installation_repository = table(
  'installation_repository',
  {
    id: uuid(),
    target_id: uuid().references('backup_target', 'restrict'),
    /** Sealed. */
    key: text(),
    time_created: time(),
    /** When somebody last got what opens it without this installation. */
    time_recovery: time().nullable(),
  },
  { primary: ['id'], unique: [['target_id']] },
)

/** One row at most. */
export const installation_backup_schedule = table(
  'installation_backup_schedule',
  {
    id: uuid(),
    target_id: uuid().references('backup_target', 'restrict'),
    is_enabled: boolean(),
    schedule: json<Wire<'ProtectionSchedule'>>(),
    keep: json<Wire<'ProtectionKeep'>>(),
    /** Null if it is not enabled. */
    time_next: time().nullable(),
    time_modified: time(),
  },
  { primary: ['id'], index: [['target_id']] },
)

export const installation_backup = table(
  'installation_backup',
  {
    id: uuid(),
    repository_id: uuid().references('installation_repository', 'cascade'),
    cause: text<Wire<'InstallationBackup'>['cause']>(),
    state: text<Wire<'InstallationBackup'>['state']>(),
    /** What the last attempt is called in the repository. Null before the first. */
    attempt_id: uuid().nullable(),
    /** Tags of everything that its attempts may have left there. */
    tags: json<string[]>(),
    size: integer(),
    /** Bytes of it that are stored. */
    done: integer(),
    /** Which disks are missing, or not of one moment. */
    problems: json<string[]>(),
    /** Why the last attempt failed, or what came after it. */
    problem: text().nullable(),
    attempts: integer(),
    /** Another installation that has stored there is to stop. */
    is_take_over: boolean(),
    /** When the schedule wanted it. */
    time_due: time().nullable(),
    time_created: time(),
    time_started: time().nullable(),
    time_retry: time().nullable(),
    /** Null unless it is complete. */
    time_stored: time().nullable(),
    time_ended: time().nullable(),
  },
  {
    primary: ['id'],
    index: [
      ['repository_id', 'time_created'],
      ['time_created', 'id'],
    ],
  },
)
