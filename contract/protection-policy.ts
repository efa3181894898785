// Protection policies: which disks of a project are copied to snapshots, when, and how long the snapshots are kept. An addition of ours.
import { z } from 'zod'
import { byNameOrId, byTimeAndId, inProject, list, type Operations } from './define.ts'
import { InstanceClone, InstanceCloneCreate } from './instance-clone.ts'
import { LabelText } from './label.ts'
import { MAX_CHOSEN, MAX_HOURS_BETWEEN_RUNS, MAX_KEPT, namePatternProblem, weekdays } from './protection-schedule.ts'
import { SnapshotState } from './snapshot.ts'
import {
  ByteCount,
  Name,
  NameOrId,
  identity,
  maybe,
  naming,
  renaming,
  timestamp,
  uint32,
  upTo,
  uuid,
} from './values.ts'

const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}

const zone = z.string().max(64).refine(isTimeZone, 'expected the name of a time zone, such as Europe/Zurich or UTC')
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time of day, such as 03:30')
const upToNumber = (maximum: number, minimum = 0) =>
  uint32.refine((number) => number >= minimum && number <= maximum, `expected a number from ${minimum} to ${maximum}`)

/** Every `every` hours counts from 1970-01-01 in UTC, so that runs are evenly spaced also where clocks change. */
export const ProtectionSchedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hours'), every: upToNumber(MAX_HOURS_BETWEEN_RUNS, 1), zone }),
  z.object({ kind: z.literal('daily'), time, zone }),
  z.object({ kind: z.literal('weekly'), weekday: z.enum(weekdays), time, zone }),
])

/** The last snapshot of so many hours, days, weeks and months stays. */
export const ProtectionKeep = z
  .object({
    hourly: upToNumber(MAX_KEPT.hourly),
    daily: upToNumber(MAX_KEPT.daily),
    weekly: upToNumber(MAX_KEPT.weekly),
    monthly: upToNumber(MAX_KEPT.monthly),
  })
  .refine((keep) => Object.values(keep).some((number) => number > 0), 'a policy must keep at least one snapshot')

/** An instance that is covered is covered with all its disks. */
export const ProtectionCovers = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({
    kind: z.literal('name'),
    pattern: z.string().refine((text) => namePatternProblem(text) === undefined, {
      error: (issue) => namePatternProblem(String(issue.input)),
    }),
  }),
  z.object({ kind: z.literal('label'), label: LabelText }),
  z.object({
    kind: z.literal('chosen'),
    instances: upTo(MAX_CHOSEN, uuid),
    disks: upTo(MAX_CHOSEN, uuid),
  }),
])

export const ProtectionRunState = z.enum(['running', 'completed', 'failed', 'missed'])

export const ProtectionProblem = z.object({
  /** The disk or snapshot that it is about. */
  name: z.string(),
  text: z.string(),
  /** The instance, or the disk that no instance has, of which there is no point in time. Null in old runs. */
  noun: maybe(z.enum(['instance', 'disk'])),
  resource_id: maybe(uuid),
})

export const ProtectionRun = z.object({
  id: uuid,
  policy_id: uuid,
  cause: z.enum(['schedule', 'person']),
  state: ProtectionRunState,
  time_due: timestamp,
  time_started: maybe(timestamp),
  time_ended: maybe(timestamp),
  /** Disks that the run copies. */
  disks: uint32,
  problems: z.array(ProtectionProblem),
})

export const ProtectionPolicy = z.object({
  ...identity,
  project_id: uuid,
  is_enabled: z.boolean(),
  schedule: ProtectionSchedule,
  keep: ProtectionKeep,
  covers: ProtectionCovers,
  /** Where its points in time are stored too. */
  backup_target_id: maybe(uuid),
  /** Null if it is not enabled. */
  time_next: maybe(timestamp),
  last_run: maybe(ProtectionRun),
})

const settings = { schedule: ProtectionSchedule, keep: ProtectionKeep, covers: ProtectionCovers }

export const ProtectionPolicyCreate = z.object({ ...naming, ...settings, is_enabled: z.boolean().default(true) })

/** What is left out stays as it is. */
export const ProtectionPolicyUpdate = z.object({
  ...renaming,
  schedule: maybe(ProtectionSchedule),
  keep: maybe(ProtectionKeep),
  covers: maybe(ProtectionCovers),
  is_enabled: z.boolean().optional(),
})

/** An instance, or a disk that no instance has. */
export const ProtectedResource = z.object({
  noun: z.enum(['instance', 'disk']),
  id: uuid,
  name: Name,
  /** The names of the policies that cover it. */
  policies: z.array(Name),
  /** When its last snapshot by a policy was taken. */
  time_last: maybe(timestamp),
})

export const ProtectionOverview = z.object({
  /** The next runs of all policies, earliest first. */
  next: z.array(z.object({ policy_id: uuid, policy_name: Name, time_due: timestamp })),
  resources: z.array(ProtectedResource),
  /** Whether there are more resources than are listed. */
  is_partial: z.boolean(),
})

export const RecoveryPointDisk = z.object({
  snapshot_id: uuid,
  snapshot_name: Name,
  disk_id: uuid,
  /** What the disk was called then, or is now. Null if that is not known. */
  disk_name: maybe(Name),
  /** Whether the instance booted from it. */
  is_boot: z.boolean(),
  size: ByteCount,
  state: SnapshotState,
})

/** Snapshots of all disks of an instance, or of one disk, taken by one run of a policy, or before an instance went back. */
export const RecoveryPoint = z.object({
  id: uuid,
  time_created: timestamp,
  cause: z.enum(['policy', 'rollback']),
  run_id: uuid,
  policy_id: uuid,
  policy_name: Name,
  /** No policy removes it. */
  is_kept: z.boolean(),
  disks: z.array(RecoveryPointDisk),
})

export const RecoveryPointUpdate = z.object({ is_kept: z.boolean() })

/** Where a snapshot comes from. Null if a person made it. */
export const SnapshotOrigin = z.object({ point: maybe(RecoveryPoint) })

const one = { path: { policy: NameOrId }, query: inProject }

export const protectionPolicy = {
  protection_policy_list: list(ProtectionPolicy, byNameOrId, { first: { project: NameOrId } }),
  protection_policy_create: {
    query: { project: NameOrId },
    body: ProtectionPolicyCreate,
    status: 201,
    answer: ProtectionPolicy,
  },
  protection_policy_view: { ...one, status: 200, answer: ProtectionPolicy },
  protection_policy_update: { ...one, body: ProtectionPolicyUpdate, status: 200, answer: ProtectionPolicy },
  protection_policy_delete: { ...one, status: 204 },
  /** Begins a run now, besides the schedule. */
  protection_policy_run: { ...one, status: 202, answer: ProtectionRun },
  protection_run_list: list(ProtectionRun, byTimeAndId, { path: { policy: NameOrId }, query: inProject }),
  protection_overview_view: { query: { project: NameOrId }, status: 200, answer: ProtectionOverview },
  recovery_point_list: list(RecoveryPoint, byTimeAndId, { path: { instance: NameOrId }, query: inProject }),
  recovery_point_update: { path: { point: uuid }, body: RecoveryPointUpdate, status: 200, answer: RecoveryPoint },
  /** A new instance like the one that the point is of, with disks from its snapshots. */
  recovery_point_restore: { path: { point: uuid }, body: InstanceCloneCreate, status: 202, answer: InstanceClone },
  snapshot_origin_view: {
    path: { snapshot: NameOrId },
    query: inProject,
    status: 200,
    answer: SnapshotOrigin,
  },
} satisfies Operations<'protection_policy'>
