// Current issues, computed from the state of the system. Nothing is stored, so nothing has to be dismissed.
import { IssueKind, type issue as operations } from '#contract/issue.ts'
import { actorOf, type Handlers } from '../../frame/context.ts'
import { lowSpace, nearPools, nearQuotas, overcommittedSpace } from './capacity.ts'
import { bgpSessionsDown } from './fabric.ts'
import { networkProblems } from './network.ts'
import { isOperator, type Found, type Reader } from './scope.ts'
import { missingPools, zeroQuotas } from './setup.ts'
import { isAlerted, withAlerts } from './sent-alert.ts'
import {
  expiringCertificates,
  expiringServerCertificate,
  missedBackup,
  sledsOutOfService,
  unreachableSleds,
} from './upkeep.ts'
import { failedInstances, faultedDisks, stuckWork } from './workloads.ts'

const kinds = IssueKind.options

/** Each begins with an event, which raises its own alert. */
const events = [failedInstances, faultedDisks]
const conditions = [
  nearQuotas,
  nearPools,
  sledsOutOfService,
  unreachableSleds,
  expiringServerCertificate,
  expiringCertificates,
  bgpSessionsDown,
  networkProblems,
  stuckWork,
  lowSpace,
  overcommittedSpace,
  missedBackup,
  zeroQuotas,
  missingPools,
]

async function findIn(sources: readonly ((ctx: Reader) => Promise<Found[]>)[], ctx: Reader): Promise<Found[]> {
  const issues: Found[] = []
  for (const source of sources) issues.push(...(await source(ctx)))
  return issues
}

/** What nobody notices unless somebody looks. */
export const conditionsOf = async (ctx: Reader) => (await findIn(conditions, ctx)).filter(isAlerted)

/** Everything the caller can see, in a stable order: errors first, then oldest first. */
export async function issuesOf(ctx: Reader): Promise<Found[]> {
  actorOf(ctx)
  const issues = await findIn([...events, ...conditions], ctx)
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
