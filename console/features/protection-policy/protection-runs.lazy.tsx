// The last runs of a policy, with what each has copied and what failed.
import type { Model } from '#contract/client.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { usePolling } from '../../polling.ts'
import { DateTime } from '../../ui/display/dates.tsx'
import { Spinner } from '../../ui/display/spinner.tsx'
import { SideModal } from '../../ui/overlay/dialog.tsx'
import { useLoad } from '../../use-api.ts'
import { counted } from '../../util/count.ts'
import { protectionRuns } from './protection-policy-queries.ts'
import { ProtectionRunBadge } from './protection-run-badge.tsx'

type Run = Model<'ProtectionRun'>
type Problem = Run['problems'][number]

interface ProtectionRunsProps {
  project: string
  policy: string
  onClose: () => void
}

export function ProtectionRuns({ project, policy, onClose }: ProtectionRunsProps) {
  const poll = usePolling({ fast: 3000, slow: 60_000, busy: false })
  const { data, isError } = useLoad(protectionRuns(project, policy), { poll })
  return (
    <SideModal title="Last runs" subtitle={policy} onDismiss={onClose}>
      {isError && <p className="text-sm text-danger">The runs could not be loaded.</p>}
      {!data && !isError && <Spinner />}
      {data?.items.length === 0 && <p className="text-sm text-muted">The policy has not run yet.</p>}
      <ul className="divide-y divide-line">
        {data?.items.map((run) => (
          <li key={run.id} className="space-y-1 py-3 first:pt-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <ProtectionRunBadge run={run} />
              <DateTime value={run.timeStarted ?? run.timeDue} />
              <span className="text-muted">{textOf(run)}</span>
            </div>
            {run.problems.map((problem) => (
              <ProblemText key={`${problem.name} ${problem.text}`} project={project} problem={problem} />
            ))}
          </li>
        ))}
      </ul>
    </SideModal>
  )
}

function textOf({ cause, state, disks }: Run): string {
  if (state === 'missed') return 'Did not run'
  return `${counted(disks, 'disk')}, ${cause === 'person' ? 'started by a person' : 'scheduled'}`
}

function ProblemText({ project, problem }: { project: string; problem: Problem }) {
  const { noun, resourceId, name, text } = problem
  const to =
    resourceId &&
    (noun === 'instance'
      ? paths.instanceRecovery({ project, instance: resourceId })
      : paths.disk({ project, disk: resourceId }))
  return (
    <p className="text-sm wrap-anywhere">
      {to ? <TextLink to={to}>{name}</TextLink> : name}: {text}
    </p>
  )
}
