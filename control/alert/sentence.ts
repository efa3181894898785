// An alert in words: a sentence that names what it is about, how bad it is, and the page that says more.
import { alertClasses, PROBE_CLASS, type AlertClassName } from '#contract/alert-classes.ts'
import type { Wire } from '#contract/api.ts'
import { loopTexts, type LoopName } from '#contract/loop-texts.ts'
import type { RowOf } from '../db/database.ts'
import { FIRST_SILO } from '../frame/first-silo.ts'

type Facts = Record<string, unknown>

const NOUNS: Record<string, string> = { support_bundle: 'support bundle', cpus: 'vCPU', email: 'e-mail receiver' }
const nounOf = ({ resource }: Facts) => NOUNS[String(resource)] ?? String(resource)

/** ' in project web of silo acme', as far as they are known. */
const place = ({ project_name, silo_name }: Facts) =>
  (project_name ? ` in project ${String(project_name)}` : '') + (silo_name ? ` of silo ${String(silo_name)}` : '')

/** 'instance db1', 'instance db1 and 2 more', '3 instances', or 'an instance'. */
function named(noun: string, name: unknown, count: unknown): string {
  if (name) return `${noun} ${String(name)}${Number(count) > 1 ? ` and ${Number(count) - 1} more` : ''}`
  if (Number(count) > 1) return `${String(count)} ${noun}s`
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

const share = ({ percent }: Facts) => (percent === undefined ? 'nearly all' : `${String(percent)}%`)

const sentences: Record<AlertClassName, (facts: Facts) => string> = {
  'alert.undelivered': (facts) =>
    facts.target_name
      ? `Alerts do not reach ${nounOf(facts)} ${String(facts.target_name)}`
      : `Alerts do not reach a member${place(facts)}`,
  'audit.changed': () => 'The audit log is not as it was sealed',
  'backup.failed': ({ target_name, silo_name }) =>
    `Backups of silo ${String(silo_name)} at ${String(target_name)} fail`,
  'backup.missed': () => 'The last backup is older than two days',
  'bgp.session_down': ({ target_name }) => `BGP session with ${String(target_name)} is down`,
  'certificate.expiring': (facts) =>
    `${facts.target_name ? `Certificate ${String(facts.target_name)}${place(facts)}` : 'The certificate of the server'} ` +
    (facts.severity === 'error' ? 'has expired' : 'expires soon'),
  'disk.faulted': (facts) => `${named('disk', facts.disk_name, 1)}${place(facts)} is faulted`,
  'host.key_changed': ({ target_name }) => `Host ${String(target_name)} shows another SSH key`,
  'instance.failed': (facts) => `${named('instance', facts.instance_name, 1)}${place(facts)} failed`,
  'instance.restarted': (facts) =>
    `${named('instance', facts.instance_name, 1)}${place(facts)} was restarted automatically`,
  'instance.taken_over': (facts) =>
    `Another installation has taken over ${named('instance', facts.target_name, facts.count)}${place(facts)}`,
  'login.throttled': (facts) =>
    `Logins to silo ${String(facts.silo_name)} from ${String(facts.address)} are throttled after many wrong passwords`,
  'network.database_down': ({ target_name }) => `The ${String(target_name)} database of the network does not answer`,
  'network.host_down': ({ target_name }) => `Network host ${String(target_name)} does not answer`,
  'network.lagging': ({ target_name }) => `${String(target_name)} lags behind the network`,
  'pool.nearly_exhausted': (facts) => `${share(facts)} of IP pool ${String(facts.target_name)} is in use`,
  'protection.failed': (facts) =>
    `${named('protection policy', facts.policy_name, 1)}${place(facts)} did not copy all it covers`,
  'quota.nearly_reached': (facts) =>
    `Silo ${String(facts.silo_name)} uses ${share(facts)} of its ${nounOf(facts)} quota`,
  'sled.out_of_service': ({ target_name }) => `Sled ${String(target_name)} is not accepting new instances`,
  'sled.unreachable': ({ target_name }) => `Sled ${String(target_name)} does not answer`,
  'snapshot.faulted': (facts) => `${named('snapshot', facts.snapshot_name, 1)}${place(facts)} could not be created`,
  'space.low': ({ percent }) =>
    `The file system of the data directory is ${percent === undefined ? 'nearly' : `${String(percent)}%`} full`,
  'space.overcommitted': () => 'Disks, snapshots and images are together larger than the file system that holds them',
  'work.failing': ({ target_name }) =>
    loopTexts[target_name as LoopName]?.title ?? `Background work "${String(target_name)}" keeps failing`,
  'work.stuck': (facts) => `Work on ${named(nounOf(facts), facts.target_name, facts.count)}${place(facts)} is stuck`,
}

type Named = Pick<RowOf<'alert'>, 'id' | 'alert_class' | 'payload'>

/** Without a full stop, as it is also a title. */
export function sentenceOf({ alert_class, payload }: Named): string {
  if (alert_class === PROBE_CLASS) return 'Test of the delivery of alerts'
  // a class of an earlier version may be gone
  const text = sentences[alert_class as AlertClassName]?.(payload) ?? alert_class
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const meaningOf = (alertClass: string) => alertClasses[alertClass as AlertClassName] ?? ''

/** Of those that begin with an event. Conditions say it themselves. */
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
  if (instance_name) return `${inProject}/instances/${instance_name}`
  if (disk_name) return `${inProject}/disks?state=faulted`
  return snapshot_name ? `${inProject}/snapshots` : `${inProject}/instances`
}

/** With the host, if the site has a DNS suffix. The names in requests can be made up. */
export function linkOf(alert: Named, isMember: boolean, suffix: string | undefined): string {
  const silo = isMember ? String(alert.payload.silo_name) : FIRST_SILO
  return `${suffix ? `https://${silo}.sys.${suffix}` : ''}${pathOf(alert, isMember)}`
}
