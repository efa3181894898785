// Backups of the installation itself at a backup target: their schedule, and what there is. An addition of ours, for operators.
import { z } from 'zod'
import { byTimeAndId, list, type Operations } from './define.ts'
import { ProtectionKeep, ProtectionSchedule } from './protection-policy.ts'
import { ByteCount, Name, maybe, timestamp, uint32, uuid } from './values.ts'

/**
 * One that waits is tried again until the next one is due. One that is incomplete lacks disks, or has some that are not of one moment. One
 * that was missed never began.
 */
export const InstallationBackupState = z.enum(['waiting', 'storing', 'complete', 'incomplete', 'failed', 'missed'])

export const InstallationBackup = z.object({
  id: uuid,
  /** The ID that `restore --backup` takes. Null if there is nothing to restore. */
  backup_id: maybe(uuid),
  target_id: uuid,
  target_name: Name,
  /** The command is `backup FILE --target NAME`. */
  cause: z.enum(['schedule', 'person', 'command']),
  state: InstallationBackupState,
  percent: uint32,
  size: ByteCount,
  /** What is not in it as of one moment, in a sentence each. */
  left_out: z.array(z.string()),
  /** Why the last attempt failed, or why old backups could not be removed. */
  problem: maybe(z.string()),
  /** When the schedule wanted it. */
  time_due: maybe(timestamp),
  time_created: timestamp,
  time_started: maybe(timestamp),
  time_ended: maybe(timestamp),
})

const settings = {
  is_enabled: z.boolean(),
  schedule: ProtectionSchedule,
  /** The last backup of so many hours, days, weeks and months stays. */
  keep: ProtectionKeep,
}

export const InstallationBackupSchedule = z.object({
  ...settings,
  /** Null until one is chosen. */
  backup_target_id: maybe(uuid),
  /** Null if it is not enabled. */
  time_next: maybe(timestamp),
  /** When somebody last got the recovery file of the target. */
  time_recovery: maybe(timestamp),
  /** Why this server makes no backups of itself. */
  obstacle: maybe(z.string()),
  /** Where the disks are, if they are not in the backups. */
  disks_elsewhere: maybe(z.string()),
})

export const InstallationBackupScheduleUpdate = z.object({ ...settings, backup_target_id: uuid })

/** Another installation that has stored there is gone, or is to stop. */
export const InstallationBackupRun = z.object({ take_over: z.boolean().default(false) })

/** What a restore needs besides the secret key, as a file. Whoever has it can read everything in the repository. */
export const InstallationBackupRecovery = z.object({ file_name: z.string(), text: z.string() })

export const installationBackup = {
  installation_backup_list: list(InstallationBackup, byTimeAndId),
  installation_backup_run: { body: InstallationBackupRun, status: 202, answer: InstallationBackup },
  installation_backup_schedule_view: { status: 200, answer: InstallationBackupSchedule },
  installation_backup_schedule_update: {
    body: InstallationBackupScheduleUpdate,
    status: 200,
    answer: InstallationBackupSchedule,
  },
  installation_backup_recovery_create: { status: 200, answer: InstallationBackupRecovery },
} satisfies Operations<'installation_backup'>
