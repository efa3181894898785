// Current issues: since when, why they matter, and where to fix them.
import { CircleCheck, Siren } from '@lucide/icons'
import { LinkButton, TextLink } from '../../frame/link.tsx'
import { DocsButton } from '../../help/docs-button.tsx'
import { paths } from '../../paths.ts'
import { exists } from '../../route.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { DateTime, TimeAgo } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { lazyPart } from '../../ui/display/lazy.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { useData } from '../../use-api.ts'
import { issueList } from './issue-queries.ts'
import { issueText, type Issue } from './issue-names.ts'

const FailoverSteps = lazyPart(async () => (await import('../failover/failover-steps.lazy.tsx')).FailoverSteps)
const KINDS_OF_FAILOVER = new Set<Issue['kind']>(['sled_unreachable', 'sled_fenced', 'failover_blocked'])

export default function IssuePage() {
  const issues = useData(issueList()).items
  return (
    <>
      <PageHeader title="Issues" icon={<Icon icon={Siren} />} aside={<DocsButton topic="audit" />} />
      {issues.length === 0 ? (
        <EmptyState
          icon={<Icon icon={CircleCheck} />}
          title="Nothing needs attention"
          text="Failures, exhausted quotas and pools, and expiring certificates appear here."
        />
      ) : (
        <ul aria-label="Issues" className="divide-y divide-line rounded-md border border-line bg-raised">
          {issues.map((issue) => (
            <IssueRow key={keyOf(issue)} issue={issue} />
          ))}
        </ul>
      )}
    </>
  )
}

const keyOf = ({ kind, siloName, projectName, resource, targetId, targetName }: Issue) =>
  [kind, siloName, projectName, resource, targetId ?? targetName].join(' ')

function IssueRow({ issue }: { issue: Issue }) {
  const { title, where, why, to, action } = issueText(issue)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <span className="w-20 shrink-0">
        {issue.severity === 'error' ? (
          <Badge tone="danger" lamp>
            Error
          </Badge>
        ) : (
          <Badge tone="notice" lamp>
            Warning
          </Badge>
        )}
      </span>
      <div className="min-w-0 grow basis-64">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="text-muted">
          {where && `${where}. `}
          {why}
        </p>
        {issue.reason && (
          <p className="text-muted wrap-anywhere">
            Reason: {issue.reason}
            {issue.count > 1 && ` (and ${issue.count - 1} more)`}
          </p>
        )}
        {issue.targetId && KINDS_OF_FAILOVER.has(issue.kind) && (
          <div className="text-muted">
            <FailoverSteps sledId={issue.targetId} />
          </div>
        )}
        {issue.timeExpires && (
          <p className="text-muted">
            Valid until <DateTime value={issue.timeExpires} />
          </p>
        )}
        {issue.alertId && (
          <p>
            <TextLink to={paths.raisedAlert({ alert: issue.alertId })}>View alert</TextLink>
          </p>
        )}
      </div>
      <span className="shrink-0 text-muted sm:w-28 sm:text-right">
        {issue.since ? <TimeAgo value={new Date(issue.since)} caption="Since" long /> : 'Now'}
      </span>
      <span className="shrink-0 sm:w-40 sm:text-right">
        {to && exists(to.replace(/\?.*/, '')) && (
          <LinkButton to={to} size="sm" aria-label={`${action}: ${title}`}>
            {action}
          </LinkButton>
        )}
      </span>
    </li>
  )
}
