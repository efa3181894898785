// What an issue is, why it matters and where to go, in words.
import type { Data } from '#contract/client.ts'
import { conditionTitles, resourceText } from '#contract/condition-titles.ts'
import { capitalize } from '#contract/errors.ts'
import { loopTexts, type LoopName } from '#contract/loop-texts.ts'
import { paths } from '../../paths.ts'

export type Issue = Data<'issue_list'>['items'][number]

export interface IssueText {
  title: string
  why: string
  /** the silo and project, where the title does not name them */
  where?: string
  /** the resource, or the closest page that can be opened */
  to?: string
  /** what to do there: 'View pool' */
  action?: string
}

const many = (count: number, one: string, several = `${one}s`) => (count === 1 ? `1 ${one}` : `${count} ${several}`)

const inside = ({ projectName, siloName }: Issue) =>
  projectName ? `in project ${projectName}` : siloName ? `in silo ${siloName}` : ''

/** A project's page when the reader can open it, otherwise the silo's. */
const placeOf = (issue: Issue, nouns: string, inProject: (project: string) => string) => {
  const { projectName, siloName, targetName } = issue
  const silo = siloName && `Silo ${siloName}`
  if (!projectName)
    return silo ? { to: paths.silo({ silo: siloName }), action: 'View silo', ...(targetName && { where: silo }) } : {}
  return {
    to: inProject(projectName),
    action: `View ${nouns}`,
    // the title of several names the project
    ...(silo && { where: targetName ? `${silo}, project ${projectName}` : silo }),
  }
}

const stuck = {
  instance: { one: 'instance', text: 'An instance normally changes state within seconds. Its sled may be in trouble.' },
  disk: { one: 'disk', text: 'A disk is normally created within seconds. Storage may be full or failing.' },
  snapshot: { one: 'snapshot', text: 'A snapshot is normally taken within seconds. Storage may be full or failing.' },
  support_bundle: { one: 'support bundle', text: 'Collecting a support bundle normally takes a minute.' },
} as const

export function issueText(issue: Issue): IssueText {
  const { kind, count, targetId, targetName, siloName } = issue
  const condition = {
    name: targetName,
    silo: siloName,
    resource: issue.resource,
    percent: issue.percent,
    isError: issue.severity === 'error',
  }
  const titleOf = (one: string, several?: string) =>
    conditionTitles[kind as keyof typeof conditionTitles]({
      ...condition,
      subject: targetName ? `${one} ${targetName}` : `${many(count, one, several)} ${inside(issue)}`,
      isSeveral: !targetName && count > 1,
    })
  switch (kind) {
    case 'instance_failed':
      return {
        title: targetName ? titleOf('instance') : `${many(count, 'failed instance')} ${inside(issue)}`,
        why: 'Failed instances restart by themselves, at most once an hour, unless their auto-restart is off.',
        ...placeOf(issue, targetName ? 'instance' : 'instances', (project) =>
          targetName
            ? paths.instanceOverview({ project, instance: targetName })
            : `${paths.instances({ project })}?state=failed`,
        ),
      }
    case 'instance_taken_over':
      return {
        title: titleOf('instance'),
        why: 'A restore with --take-over now manages them, and this server leaves them alone. If this server is no longer needed, stop it.',
        ...placeOf(issue, targetName ? 'instance' : 'instances', (project) =>
          targetName ? paths.instanceOverview({ project, instance: targetName }) : paths.instances({ project }),
        ),
      }
    case 'protection_failed':
      return {
        title: titleOf('protection policy', 'protection policies'),
        why: 'The last run lists what could not be copied. The next run tries again.',
        ...placeOf(issue, 'protection', (project) => paths.protection({ project })),
      }
    case 'backup_failed':
      return {
        title: conditionTitles[kind](condition),
        why: `${capitalize(issue.reason ?? 'the reason is not known')}. Waiting backups are retried.`,
      }
    case 'installation_backup_failed':
      return {
        title: conditionTitles[kind](condition),
        why: `${reasonOf(issue)} Older backups are kept.`,
        to: paths.installationBackups(),
        action: 'View backups',
      }
    case 'disk_faulted':
      return {
        title: targetName ? titleOf('disk') : `${many(count, 'faulted disk')} ${inside(issue)}`,
        why: 'A faulted disk cannot be used. Restore its data from a snapshot.',
        ...placeOf(issue, 'disks', (project) => `${paths.disks({ project })}?state=faulted`),
      }
    case 'quota_near':
      return {
        title: conditionTitles[kind](condition),
        why:
          issue.resource === 'storage'
            ? 'At 100%, no disk, snapshot or image can be created in the silo. What exists is kept.'
            : 'At 100%, no instance can start in the silo.',
        ...(siloName && { to: `${paths.silo({ silo: siloName })}?tab=quotas`, action: 'View quotas' }),
      }
    case 'quota_zero': {
      const { resource } = issue
      return {
        title: `Silo ${siloName} has no ${resource ? `${resourceText(resource)} ` : ''}quota`,
        why:
          issue.resource === 'storage'
            ? 'No disk or snapshot can be created in the silo. A fleet administrator can raise the quota.'
            : 'No instance can start in the silo. A fleet administrator can raise the quota.',
        ...(siloName && { to: `${paths.silo({ silo: siloName })}?tab=quotas`, action: 'View quotas' }),
      }
    }
    case 'no_default_pool':
      return {
        title: `Silo ${siloName} has no default IP pool`,
        why: 'Instances need it for their addresses. A fleet administrator can link a pool.',
        ...(siloName && { to: `${paths.silo({ silo: siloName })}?tab=ip-pools`, action: 'View IP pools' }),
      }
    case 'email_not_verified':
      return {
        title: `Identity provider ${targetName} of silo ${siloName} accepts unverified e-mail addresses`,
        why: 'Users are named by their address, and the provider need not say that it is verified. Check that it sends email_verified, then save the provider.',
        ...(siloName &&
          targetName && {
            to: paths.siloOidcIdp({ silo: siloName, provider: targetName }),
            action: 'Edit provider',
          }),
      }
    case 'pool_near':
      return {
        title: conditionTitles[kind](condition),
        why: 'At 100%, no more external IPs can be assigned.',
        ...(targetName && { to: paths.ipPool({ pool: targetName }), action: 'View pool' }),
      }
    case 'sled_unreachable':
      return {
        title: conditionTitles[kind](condition),
        why: 'Its instances may still run but cannot be managed. No new instances are placed on it.',
        ...(targetId && { to: paths.sledInstances({ sledId: targetId }), action: 'View sled' }),
      }
    case 'sled_fenced':
      return {
        title: conditionTitles[kind](condition),
        why: 'Its instances start on other sleds. Repair the host, then turn it on. It returns to service once nothing old runs on it.',
        ...(targetId && { to: paths.sledInstances({ sledId: targetId }), action: 'View sled' }),
      }
    case 'failover_blocked':
      return {
        title: conditionTitles[kind](condition),
        why: 'Its host could not be verified to be off. Turn it off and confirm that on the page of the sled, or repair its fence agent.',
        ...(targetId && { to: paths.sledInstances({ sledId: targetId }), action: 'View sled' }),
      }
    case 'host_key_changed':
      return {
        title: conditionTitles[kind](condition),
        why: 'Connections to it are refused. If the host was reinstalled, compare its new fingerprint and trust it. If not, another machine may be answering in its place.',
        ...(targetId && { to: paths.host({ host: targetId }), action: 'View host' }),
      }
    case 'sled_out_of_service':
      return {
        title: conditionTitles[kind](condition),
        why: 'Instances on it keep running.',
        ...(targetId && { to: paths.sledInstances({ sledId: targetId }), action: 'View sled' }),
      }
    case 'certificate_expiring':
      return {
        title: conditionTitles[kind](condition),
        why: `Browsers refuse an expired certificate.${siloName ? '' : ' Replace its file (--tls-cert).'}`,
        ...(siloName && { to: `${paths.silo({ silo: siloName })}?tab=certificates`, action: 'View certificates' }),
      }
    case 'bgp_session_down':
      return {
        title: conditionTitles[kind](condition),
        why: 'No routes are exchanged with this peer, so traffic takes another path or is lost. Check the link and the peer.',
        to: paths.bgp(),
        action: 'View BGP sessions',
      }
    case 'network_host_down':
      return {
        title: conditionTitles[kind](condition),
        why: 'Its guests keep the rules they had, or are cut off. Other hosts carry the traffic to the outside. Check the host and its ovn-controller.',
        to: paths.networkHosts(),
        action: 'View network',
      }
    case 'network_database_down':
      return {
        title: conditionTitles[kind](condition),
        why: 'Traffic continues, but changes to VPCs wait. Check that OVN is running.',
        to: paths.networkHosts(),
        action: 'View network',
      }
    case 'network_lagging':
      return {
        title: conditionTitles[kind](condition),
        why: 'Changes to VPCs take effect late there. Check its load and its ovn-controller.',
        to: paths.networkHosts(),
        action: 'View network',
      }
    case 'work_stuck': {
      const { one, text } = stuck[(issue.resource ?? 'instance') as keyof typeof stuck]
      return {
        title: titleOf(one),
        why: text,
        ...(one === 'support bundle'
          ? { to: paths.supportBundles(), action: 'View support bundles' }
          : placeOf(issue, `${one}s`, (project) => placesOfWork[one](project))),
      }
    }
    case 'work_failing': {
      const why = loopTexts[targetName as LoopName]?.why ?? 'The log of the server says more.'
      return { title: conditionTitles[kind](condition), why, ...placesOfLoops[targetName as LoopName] }
    }
    case 'alert_undelivered': {
      const isWebhook = issue.resource === 'webhook'
      const why = 'Deliveries are retried for a day and then given up. Check the receiver, then send it a probe.'
      const title = conditionTitles[kind](condition)
      if (!targetName) return { title, why: MEMBER_UNREACHED }
      return {
        title,
        why,
        to: isWebhook ? paths.webhook({ receiver: targetName }) : paths.emailReceiver({ receiver: targetName }),
        action: 'View receiver',
      }
    }
    case 'backup_missed':
      return {
        title: conditionTitles[kind](),
        why: 'Everything since then would be lost with the data directory. Check what makes the backups.',
      }
    case 'audit_log_changed':
      return {
        title: conditionTitles[kind](),
        why: 'It was changed in the database, or the database was restored without the data directory. New entries are not sealed. Verify and export the log. Once you know the cause, run audit-begin-again on the server.',
        to: paths.auditLog(),
        action: 'View audit log',
      }
    case 'storage_full':
      return { title: conditionTitles[kind](condition), why: reasonOf(issue), ...utilization }
    case 'storage_down':
    case 'storage_slow':
    case 'storage_degraded':
      return { title: conditionTitles[kind](), why: reasonOf(issue) }
    case 'space_overcommitted':
      return {
        title: conditionTitles[kind](condition),
        why: 'Disks only take the space that is written to. If all of them filled up, their guests would get errors.',
        to: paths.sleds(),
        action: 'View sleds',
      }
    case 'space_low':
      return {
        title: conditionTitles[kind](condition),
        why: 'When it is full, disks and the database cannot grow. Add space, or delete disks and snapshots.',
        ...utilization,
      }
  }
}

/** For lists of several silos. */
export function titleWithPlace(issue: Issue): string {
  const { title, where } = issueText(issue)
  return where ? `${title} (${where.charAt(0).toLowerCase()}${where.slice(1)})` : title
}

const utilization = { to: paths.systemUtilization(), action: 'View utilization' }

/** What fails says it in its words. */
const reasonOf = ({ reason }: Issue) => `${capitalize(reason ?? 'the reason is not known')}.`

const MEMBER_UNREACHED = 'The SMTP server refuses the e-mails, or cannot be reached. Check the SMTP settings.'

/** Where an operator can see or change what fails. */
const placesOfLoops: Partial<Record<LoopName, { to: string; action: string }>> = {
  'address-confirmation': { to: paths.smtpSettings(), action: 'View SMTP settings' },
  'alert-delivery': { to: paths.raisedAlerts(), action: 'View alerts' },
  audit: { to: paths.auditLog(), action: 'View audit log' },
  'audit-forward': { to: paths.auditSettings(), action: 'View audit settings' },
  'console-run': { to: paths.sleds(), action: 'View sleds' },
  hardware: { to: paths.sleds(), action: 'View sleds' },
  instance: { to: paths.sleds(), action: 'View sleds' },
  network: { to: paths.networkHosts(), action: 'View network' },
  storage: { to: paths.systemUtilization(), action: 'View utilization' },
  'support-bundle': { to: paths.supportBundles(), action: 'View support bundles' },
}

const placesOfWork = {
  instance: (project: string) => paths.instances({ project }),
  disk: (project: string) => paths.disks({ project }),
  snapshot: (project: string) => paths.snapshots({ project }),
}
