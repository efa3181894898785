// Which alert an issue was reported with.
import type { AlertClassName } from '#contract/alert-classes.ts'
import { topicOf } from '../../frame/raise-alert.ts'
import type { Queries } from '../../db/database.ts'
import type { Found } from './scope.ts'

/** What is missing in a new silo was never there, and an old provider was always as it is, so they raise none. */
type AlertedKind = Exclude<Found['kind'], 'quota_zero' | 'no_default_pool' | 'email_not_verified'>
export type Alerted = Found & { kind: AlertedKind }

export const alertClassOf: Record<AlertedKind, AlertClassName> = {
  instance_failed: 'instance.failed',
  instance_taken_over: 'instance.taken_over',
  disk_faulted: 'disk.faulted',
  protection_failed: 'protection.failed',
  backup_failed: 'backup.failed',
  installation_backup_failed: 'backup.installation_failed',
  quota_near: 'quota.nearly_reached',
  pool_near: 'pool.nearly_exhausted',
  sled_out_of_service: 'sled.out_of_service',
  sled_unreachable: 'sled.unreachable',
  sled_fenced: 'sled.fenced',
  failover_blocked: 'failover.blocked',
  host_key_changed: 'host.key_changed',
  certificate_expiring: 'certificate.expiring',
  bgp_session_down: 'bgp.session_down',
  network_host_down: 'network.host_down',
  network_database_down: 'network.database_down',
  network_lagging: 'network.lagging',
  work_stuck: 'work.stuck',
  work_failing: 'work.failing',
  alert_undelivered: 'alert.undelivered',
  storage_down: 'storage.down',
  storage_full: 'storage.full',
  storage_slow: 'storage.slow',
  storage_degraded: 'storage.degraded',
  space_low: 'space.low',
  space_overcommitted: 'space.overcommitted',
  backup_missed: 'backup.missed',
  audit_log_changed: 'audit.changed',
}

/** Distinguishes an issue from others of its kind. Stays the same while it lasts. */
export const targetOf = ({ resource, target_id, target_name, silo_name }: Found) =>
  [resource, target_id ?? target_name ?? silo_name].filter(Boolean).join(' ')

export const isAlerted = (issue: Found): issue is Alerted => issue.kind in alertClassOf

export const topicOfIssue = (issue: Alerted) => topicOf(alertClassOf[issue.kind], targetOf(issue))

/** Adds the last alert about each issue. */
export async function withAlerts(db: Queries, issues: readonly Found[]): Promise<Found[]> {
  const rows = await db
    .selectFrom('alert')
    .select(['id', 'topic'])
    .where('topic', 'in', [...new Set(issues.filter(isAlerted).map(topicOfIssue)), ''])
    .orderBy('time_created')
    .execute()
  const latest = new Map(rows.map(({ topic, id }) => [topic, id]))
  return issues.map((issue) =>
    isAlerted(issue) ? { ...issue, alert_id: latest.get(topicOfIssue(issue)) ?? null } : issue,
  )
}
