// Current issues, computed from the state of the system. Nothing is stored, so nothing has to be dismissed.
import { IssueKind, type issue as operations } from '#contract/issue.ts'
import { actorOf, type Ctx, type Handlers } from '../../frame/context.ts'
import { lowSpace, nearPools, nearQuotas } from './capacity.ts'
import { bgpSessionsDown } from './fabric.ts'
import type { Found } from './scope.ts'
import { expiringCertificates, expiringServerCertificate, sledsOutOfService, unreachableSleds } from './upkeep.ts'
import { failedInstances, faultedDisks, stuckWork } from './workloads.ts'

const kinds = IssueKind.options

const sources = [
  failedInstances,
  faultedDisks,
  nearQuotas,
  nearPools,
  sledsOutOfService,
  unreachableSleds,
  expiringServerCertificate,
  expiringCertificates,
  bgpSessionsDown,
  stuckWork,
  lowSpace,
]

/** Everything the caller can see, in a stable order: errors first, then oldest first. */
export async function issuesOf(ctx: Ctx): Promise<Found[]> {
  actorOf(ctx)
  const issues: Found[] = []
  for (const source of sources) issues.push(...(await source(ctx)))
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
    return { items: await issuesOf(ctx) }
  },
} satisfies Handlers<keyof typeof operations>
