// Current issues. An addition of ours. Every signed-in user sees the issues they can read: fleet viewers those of the whole
// system, others those of their own silo and projects.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { Name, maybe, timestamp, uint32, uuid } from './values.ts'

export const IssueKind = z.enum([
  'instance_failed',
  'instance_taken_over',
  'disk_faulted',
  'protection_failed',
  'backup_failed',
  'installation_backup_failed',
  'quota_near',
  'pool_near',
  'sled_out_of_service',
  'sled_unreachable',
  'sled_fenced',
  'failover_blocked',
  'host_key_changed',
  'certificate_expiring',
  'bgp_session_down',
  'network_host_down',
  'network_database_down',
  'network_lagging',
  'work_stuck',
  'work_failing',
  'alert_undelivered',
  'storage_down',
  'storage_full',
  'storage_slow',
  'storage_degraded',
  'space_low',
  'space_overcommitted',
  'backup_missed',
  'audit_log_changed',
  'quota_zero',
  'no_default_pool',
  'email_not_verified',
])

export const IssueSeverity = z.enum(['error', 'warning'])

/** The resource that is short or stuck, if the kind does not imply it. */
export const IssueResource = z.enum([
  'cpus',
  'memory',
  'storage',
  'instance',
  'disk',
  'snapshot',
  'support_bundle',
  'webhook',
  'email',
])

export const Issue = z.object({
  kind: IssueKind,
  severity: IssueSeverity,
  /** Null when the start is not recorded anywhere. */
  since: maybe(timestamp),
  /** Resources that share this issue. */
  count: uint32,
  resource: maybe(IssueResource),
  /** Percent used. */
  percent: maybe(uint32),
  time_expires: maybe(timestamp),
  silo_name: maybe(Name),
  /** Null for a whole silo, and when the caller cannot read the project. */
  project_name: maybe(Name),
  /** The resource's id, if there is exactly one and the caller can read it. */
  target_id: maybe(uuid),
  /** The name of the background loop, for failing work. */
  target_name: maybe(z.string()),
  /** Why, in the words of what fails. */
  reason: maybe(z.string()),
  /** The alert that reported it. For fleet viewers. */
  alert_id: maybe(uuid),
})

export const issue = {
  /** Errors first, then the oldest. */
  issue_list: { status: 200, answer: z.object({ items: z.array(Issue) }) },
} satisfies Operations<'issue'>
