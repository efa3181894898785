// An alert in words: a sentence that names what it is about, how bad it is, and the page that says more.
import { alertClasses, PROBE_CLASS, type AlertClassName } from '#contract/alert-classes.ts'
import type { Wire } from '#contract/api.ts'
import { conditionTitles, resourceText, type Condition } from '#contract/condition-titles.ts'
import { capitalize } from '#contract/errors.ts'
import type { RowOf } from '../db/database.ts'
import { FIRST_SILO } from '../frame/first-silo.ts'

type Facts = Record<string, unknown>

/** Makes the sentence of an alert that the list of issues has too, in its words. */
const issue =
  (kind: keyof typeof conditionTitles, subjectOf?: (facts: Facts) => string) =>
  (facts: Facts): string => {
    const { target_name, silo_name, resource, percent, severity } = facts
    return conditionTitles[kind]({
      name: target_name,
      silo: silo_name,
      resource,
      percent,
      isError: severity === 'error',
      subject: subjectOf && subjectOf(facts) + place(facts),
    } as Condition)
  }

/** ' in project web of silo acme', as far as they are known. */
const place = ({ project_name, silo_name }: Facts) =>
  (project_name ? ` in project ${String(project_name)}` : '') + (silo_name ? ` of silo ${String(silo_name)}` : '')

/** 'instance db1', 'instance db1 and 2 more', '3 instances', or 'an instance'. */
function named(noun: string, name: unknown, count: unknown): string {
  if (name) return `${noun} ${String(name)}${Number(count) > 1 ? ` and ${Number(count) - 1} more` : ''}`
  if (Number(count) > 1) return `${String(count)} ${noun}s`
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

const sentences: Record<AlertClassName, (facts: Facts) => string> = {
  'alert.undelivered': issue('alert_undelivered'),
  'audit.changed': issue('audit_log_changed'),
  'backup.failed': issue('backup_failed'),
  'backup.installation_failed': issue('installation_backup_failed'),
  'backup.missed': issue('backup_missed'),
  'bgp.session_down': issue('bgp_session_down'),
  'certificate.expiring': issue('certificate_expiring'),
  'disk.faulted': issue('disk_faulted', (facts) => named('disk', facts.disk_name, 1)),
  'failover.blocked': issue('failover_blocked'),
  'host.key_changed': issue('host_key_changed'),
  'instance.failed': issue('instance_failed', (facts) => named('instance', facts.instance_name, 1)),
  'instance.restarted': (facts) =>
    `${named('instance', facts.instance_name, 1)}${place(facts)} was restarted automatically`,
  'instance.taken_over': issue('instance_taken_over', (facts) => named('instance', facts.target_name, facts.count)),
  'login.throttled': (facts) =>
    `Logins to silo ${String(facts.silo_name)} from ${String(facts.address)} are throttled after many wrong passwords`,
  'network.database_down': issue('network_database_down'),
  'network.host_down': issue('network_host_down'),
  'network.lagging': issue('network_lagging'),
  'pool.nearly_exhausted': issue('pool_near'),
  'protection.failed': issue('protection_failed', (facts) => named('protection policy', facts.policy_name, 1)),
  'quota.nearly_reached': issue('quota_near'),
  'sled.fenced': issue('sled_fenced'),
  'sled.out_of_service': issue('sled_out_of_service'),
  'sled.unreachable': issue('sled_unreachable'),
  'snapshot.faulted': (facts) => `${named('snapshot', facts.snapshot_name, 1)}${place(facts)} could not be created`,
  'space.low': issue('space_low'),
  'space.overcommitted': issue('space_overcommitted'),
  'storage.degraded': issue('storage_degraded'),
  'storage.down': issue('storage_down'),
  'storage.full': issue('storage_full'),
  'storage.slow': issue('storage_slow'),
  'work.failing': issue('work_failing'),
  'work.stuck': issue('work_stuck', (facts) =>
    named(resourceText(facts.resource as string), facts.target_name, facts.count),
  ),
}

type Named = Pick<RowOf<'alert'>, 'id' | 'alert_class' | 'payload'>

/** Without a full stop, as it is also a title. */
export function sentenceOf({ alert_class, payload }: Named): string {
  if (alert_class === PROBE_CLASS) return 'Test of the delivery of alerts'
  // a class of an earlier version may be gone
  return capitalize(sentences[alert_class as AlertClassName]?.(payload) ?? alert_class)
}

export const meaningOf = (alertClass: string) => alertClasses[alertClass as AlertClassName] ?? ''

/** Classes of severe alerts that begin with an event. Conditions say it themselves. */
const SEVERE: readonly string[] = [
  'disk.faulted',
  'instance.failed',
  'protection.failed',
  'snapshot.faulted',
] satisfies AlertClassName[]

export function severityOf({ alert_class, payload }: Named): Wire<'IssueSeverity'> {
  const isError = payload.severity === undefined ? SEVERE.includes(alert_class) : payload.severity === 'error'
  return isError ? 'error' : 'warning'
}

/** The page that says more: for members what the alert is about, for operators the alert itself. */
export function pathOf({ id, alert_class, payload }: Named, isMember: boolean): string {
  if (!isMember) return `/system/alerts/raised/${id}`
  const { project_name, instance_name, disk_name, snapshot_name } = payload as Record<string, string | undefined>
  if (!project_name) return alert_class === 'quota.nearly_reached' ? '/utilization' : '/projects'
  const inProject = `/projects/${project_name}`
  if (instance_name) return `${inProject}/instances/${instance_name}/overview`
  if (disk_name) return `${inProject}/disks?state=faulted`
  return snapshot_name ? `${inProject}/snapshots` : `${inProject}/instances`
}

/** With the host, if the site has a DNS suffix. The names in requests can be made up. */
export function linkOf(alert: Named, isMember: boolean, suffix: string | undefined): string {
  const silo = isMember ? String(alert.payload.silo_name) : FIRST_SILO
  return `${suffix ? `https://${silo}.sys.${suffix}` : ''}${pathOf(alert, isMember)}`
}
