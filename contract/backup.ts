// Backups at backup targets: points in time of instances and disks, made by protection policies, and their restores. An addition of ours.
import { z } from 'zod'
import { byTimeAndId, inProject, list, type Operations } from './define.ts'
import { ProtectionPolicy } from './protection-policy.ts'
import { ByteCount, Name, NameOrId, maybe, timestamp, uint32, uuid } from './values.ts'

/** A backup that waits is tried again until it succeeds. One that failed never will: its snapshots are gone. */
export const BackupState = z.enum(['waiting', 'storing', 'ready', 'failed', 'removing'])

export const BackupDisk = z.object({
  id: uuid,
  name: Name,
  size: ByteCount,
  is_boot: z.boolean(),
  /** SHA-256 of its bytes, in hex. Null until they are stored. */
  sha256: maybe(z.string()),
})

/** One instance with all its disks, or one disk, at one time. */
export const Backup = z.object({
  id: uuid,
  project_id: uuid,
  project_name: Name,
  target_id: uuid,
  policy_id: uuid,
  policy_name: Name,
  noun: z.enum(['instance', 'disk']),
  resource_id: uuid,
  resource_name: Name,
  state: BackupState,
  percent: uint32,
  /** Size of all its disks. */
  size: ByteCount,
  disks: z.array(BackupDisk),
  /** Why the last attempt failed. */
  problem: maybe(z.string()),
  /** Time of its snapshots. */
  time_created: timestamp,
  time_stored: maybe(timestamp),
})

/** As a new instance, if the backup is one of an instance and nothing else is asked for; otherwise as new disks. */
export const BackupRestoreCreate = z.object({
  /** The project of the backup, if it is left out. */
  project: NameOrId.optional(),
  /** Name of the new instance or disk. Several disks are named after it. */
  name: Name,
  as: z.enum(['instance', 'disk']),
})

export const BackupRestoreState = z.enum(['running', 'done', 'failed'])

export const BackupRestore = z.object({
  id: uuid,
  backup_id: uuid,
  project_id: uuid,
  name: Name,
  as: z.enum(['instance', 'disk']),
  state: BackupRestoreState,
  percent: uint32,
  /** Names of the new disks, which exist once the restore is done. */
  disk_names: z.array(Name),
  problem: maybe(z.string()),
  time_created: timestamp,
  time_ended: maybe(timestamp),
})

const one = { path: { backup: uuid } }

export const backup = {
  /** Lists the backups of a project, or of the projects of a silo that are gone. */
  backup_list: list(Backup, byTimeAndId, { query: { project: NameOrId.optional(), silo: NameOrId.optional() } }),
  backup_view: { ...one, status: 200, answer: Backup },
  backup_delete: { ...one, status: 204 },
  backup_restore: { ...one, body: BackupRestoreCreate, status: 202, answer: BackupRestore },
  backup_restore_list: list(BackupRestore, byTimeAndId, { first: { project: NameOrId } }),
  /** Null: its points in time stay in the installation. */
  protection_policy_target_update: {
    path: { policy: NameOrId },
    query: inProject,
    body: z.object({ backup_target_id: maybe(uuid) }),
    status: 200,
    answer: ProtectionPolicy,
  },
} satisfies Operations<'backup'>
