// Current issues, computed from the state of the system. Nothing is stored, so nothing has to be dismissed.
import { IssueKind, type issue as operations } from '#contract/issue.ts'
import type { LoopName } from '#contract/loop-texts.ts'
import { DatabaseUnavailable } from '../../db/errors.ts'
import { actorOf, type Handlers } from '../../frame/context.ts'
import { problemOf, type Troubles } from '../../frame/troubles.ts'
import { failedBackups } from './backup.ts'
import { failedInstallationBackup } from './installation-backup.ts'
import { blockedFailovers, fencedSleds } from './failover.ts'
import { lowSpace, nearPools, nearQuotas, overcommittedSpace } from './capacity.ts'
import { bgpSessionsDown } from './fabric.ts'
import { failingWork, undeliveredAlerts } from './failing.ts'
import { networkProblems } from './network.ts'
import { found, isOperator, type Found, type Reader } from './scope.ts'
import { missingPools, zeroQuotas } from './setup.ts'
import { storageProblems } from './storage.ts'
import { isAlerted, withAlerts, type Alerted } from './sent-alert.ts'
import { unverifiedEmail } from './sign-in.ts'
import {
  changedAuditLog,
  changedHostKeys,
  expiringCertificates,
  expiringServerCertificate,
  missedBackup,
  sledsOutOfService,
  unreachableSleds,
} from './upkeep.ts'
import { failedInstances, failedProtection, faultedDisks, stuckWork, takenOverInstances } from './workloads.ts'

const kinds = IssueKind.options

/** Each begins with an event, which raises its own alert. */
const events = [failedInstances, faultedDisks, failedProtection]
const conditions = [
  takenOverInstances,
  nearQuotas,
  nearPools,
  sledsOutOfService,
  unreachableSleds,
  fencedSleds,
  blockedFailovers,
  changedHostKeys,
  expiringServerCertificate,
  expiringCertificates,
  bgpSessionsDown,
  networkProblems,
  stuckWork,
  failingWork,
  undeliveredAlerts,
  storageProblems,
  lowSpace,
  overcommittedSpace,
  missedBackup,
  failedBackups,
  failedInstallationBackup,
  changedAuditLog,
  zeroQuotas,
  missingPools,
  unverifiedEmail,
]

type Source = (ctx: Reader) => Promise<Found[]>

/** A source that fails must not hide what the others find. */
async function findIn(sources: readonly Source[], ctx: Reader, onFailure: (source: Source, error: unknown) => void) {
  const issues: Found[] = []
  for (const source of sources)
    await source(ctx).then(
      (some) => issues.push(...some),
      (error: unknown) => {
        // then nothing can be said at all
        if (error instanceof DatabaseUnavailable) throw error
        onFailure(source, error)
      },
    )
  return issues
}

const UNCHECKED = 'alert-condition' satisfies LoopName
const unchecked = (reason: string) =>
  found({ kind: 'work_failing', severity: 'warning', target_name: UNCHECKED, reason })

/** What nobody notices unless somebody looks. Sources that fail are in `troubles`. */
export async function conditionsOf(ctx: Reader, troubles: Troubles): Promise<Alerted[]> {
  const failed = new Set<string>()
  const issues = await findIn(conditions, ctx, ({ name }, error) => {
    failed.add(name)
    troubles.fail(name, `${name}: ${problemOf(error)}`)
  })
  troubles.keep((key) => failed.has(key))
  return issues.filter(isAlerted)
}

/** Everything the caller can see, in a stable order: errors first, then oldest first. */
export async function issuesOf(ctx: Reader): Promise<Found[]> {
  const reader = actorOf(ctx)
  const failures: Found[] = []
  const issues = await findIn([...events, ...conditions], ctx, ({ name }, error) => {
    ctx.host.log.warn('a source of issues failed', { source: name, error: String(error) })
    failures.push(unchecked(`${name}: ${problemOf(error)}`))
  })
  // unless the loop that raises alerts has noticed it too
  if (isOperator(reader) && !issues.some(({ target_name }) => target_name === UNCHECKED))
    issues.push(...failures.slice(0, 1))
  return issues.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      compare(a.since, b.since) ||
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      compare(a.project_name, b.project_name) ||
      compare(a.target_name, b.target_name),
  )
}

const compare = (a: string | null, b: string | null) => (a ?? '').localeCompare(b ?? '')

const rank = ({ severity }: Found) => (severity === 'error' ? 0 : 1)

export const issue = {
  async issue_list(ctx) {
    const issues = await issuesOf(ctx)
    return { items: isOperator(actorOf(ctx)) ? await withAlerts(ctx.db, issues) : issues }
  },
} satisfies Handlers<keyof typeof operations>
