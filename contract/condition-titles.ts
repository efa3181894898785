// Conditions that need attention, in a sentence each. The list of issues, alerts, mails and webhooks say the same words.
import { capitalize } from './errors.ts'
import { loopTexts, type LoopName } from './loop-texts.ts'

export interface Condition {
  /** what it is about */
  name?: string | null | undefined
  /** of things that there can be several of, with where they are if that is not said elsewhere: '2 disks in project web' */
  subject?: string | undefined
  isSeveral?: boolean | undefined
  silo?: string | null | undefined
  resource?: string | null | undefined
  percent?: number | null | undefined
  /** it is past, not only near */
  isError?: boolean | undefined
}

const resources: Record<string, string> = { cpus: 'vCPU', email: 'e-mail receiver', support_bundle: 'support bundle' }

/** As in a sentence: 'vCPU', 'support bundle'. */
export const resourceText = (resource: string | null | undefined): string =>
  resources[resource ?? ''] ?? resource ?? 'resource'

/** Alerts of earlier versions do not have the percentage. */
const share = ({ percent }: Condition, otherwise: string) => (percent == null ? otherwise : `${percent}%`)

export const conditionTitles = {
  alert_undelivered: ({ name, resource, silo }) =>
    name
      ? `Alerts do not reach ${resourceText(resource)} ${name}`
      : `Alerts do not reach a member${silo ? ` of silo ${silo}` : ''}`,
  audit_log_changed: () => 'The audit log is not as it was sealed',
  backup_failed: ({ name, silo }) => `Backups of silo ${silo} at ${name} fail`,
  backup_missed: () => 'The last backup is older than two days',
  bgp_session_down: ({ name }) => `BGP session with ${name} is down`,
  certificate_expiring: ({ name, silo, isError }) =>
    `${name && silo ? `Certificate ${name} of silo ${silo}` : 'The certificate of the server'} ` +
    (isError ? 'has expired' : 'expires soon'),
  disk_faulted: ({ subject = 'a disk' }) => `${capitalize(subject)} is faulted`,
  failover_blocked: ({ name }) => `Instances of sled ${name} cannot start elsewhere`,
  host_key_changed: ({ name }) => `Host ${name} shows another SSH key`,
  installation_backup_failed: ({ name }) => `The installation is not backed up at ${name} as planned`,
  instance_failed: ({ subject = 'an instance' }) => `${capitalize(subject)} failed`,
  instance_taken_over: ({ subject = 'an instance' }) => `Another installation has taken over ${subject}`,
  network_database_down: ({ name }) => `The ${name} database of the network does not answer`,
  network_host_down: ({ name }) => `Network host ${name} does not answer`,
  network_lagging: ({ name }) => `${name} lags behind the network`,
  pool_near: (at) => `IP pool ${at.name} is ${share(at, 'almost completely')} allocated`,
  protection_failed: ({ subject = 'a protection policy', isSeveral }) =>
    `${capitalize(subject)} did not copy all ${isSeveral ? 'they cover' : 'it covers'}`,
  quota_near: (at) => `Silo ${at.silo} uses ${share(at, 'nearly all')} of its ${resourceText(at.resource)} quota`,
  sled_fenced: ({ name }) => `Sled ${name} was fenced and has not returned`,
  sled_out_of_service: ({ name }) => `Sled ${name} is not accepting new instances`,
  sled_unreachable: ({ name }) => `Sled ${name} does not answer`,
  space_low: ({ percent }) =>
    percent == null ? 'The file system of the data directory is nearly full' : `Disk space is ${percent}% used`,
  space_overcommitted: (at) => `Disks are promised ${share(at, 'more than all')} of the disk space`,
  storage_degraded: () => 'Storage is degraded',
  storage_down: () => 'Storage does not answer',
  storage_full: ({ isError }) => (isError ? 'Storage is full' : 'Storage is nearly full'),
  storage_slow: () => 'Storage is slow',
  work_failing: ({ name }) => loopTexts[name as LoopName]?.title ?? `Background work "${name}" keeps failing`,
  work_stuck: ({ subject = 'a resource' }) => `Work on ${subject} is stuck`,
} satisfies Record<string, (condition: Condition) => string>
