// The overview above the table of an area's first page: instances by state, quota with its trend, and issues.
import type { Data } from '#contract/client.ts'
import { MAX_COUNTED_INSTANCES } from '#contract/limits.ts'
import { Sparkline } from '../../chart/sparkline.tsx'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { exists } from '../../route.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Meter } from '../../ui/page/progress.tsx'
import { fullNum, gibText, percentOf, storageText } from '../../util/format.ts'
import { isUnlimited } from '../../util/quota.ts'
import { InstanceStateBadge } from '../instance/shared/instance-state-badge.tsx'
import { issueText, titleWithPlace, type Issue } from '../issue/issue-names.ts'
import { countText } from './instance-count-badge.tsx'

type Overview = Pick<Data<'overview_view'>, 'instances' | 'usage' | 'attention'>

export interface OverviewStripProps {
  overview: Overview
  /** for operators, whose links lead to the system pages */
  isSystem?: boolean
}

export function OverviewStrip({ overview, isSystem = false }: OverviewStripProps) {
  const { instances, usage, attention } = overview
  return (
    <section
      aria-label="Overview"
      className="mb-5 grid gap-x-8 gap-y-5 rounded-md border border-line bg-raised p-4 text-sm lg:grid-cols-3 xl:grid-cols-[2fr_2fr_3fr]"
    >
      <div className="min-w-0">
        <h2 className="mb-2 text-xs font-medium text-muted">Instances</h2>
        {instances.length === 0 ? (
          <p className="text-muted">No instances yet.</p>
        ) : (
          <ul className="flex flex-wrap gap-x-5 gap-y-2">
            {instances.map(({ state, count }) => (
              <li key={state} className="flex items-center gap-2">
                <span className="text-lg leading-6 font-semibold tabular-nums">
                  {countText(count, MAX_COUNTED_INSTANCES)}
                </span>
                <InstanceStateBadge state={state} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="min-w-0">
        <h2 className="mb-2 text-xs font-medium text-muted">Quota and use, last 7 days</h2>
        <ul className="space-y-1.5">
          {resources.map((resource) => (
            <Usage key={resource.amount} usage={usage} {...resource} />
          ))}
        </ul>
      </div>
      <Attention attention={attention} isSystem={isSystem} />
    </section>
  )
}

const resources = [
  { amount: 'cpus', label: 'vCPUs', text: (value: number) => fullNum(value) },
  { amount: 'memory', label: 'Memory', text: (value: number) => gibText(value) },
  { amount: 'storage', label: 'Storage', text: (value: number) => storageText(value) },
] as const

type UsageProps = (typeof resources)[number] & Pick<Overview, 'usage'>

function Usage({ usage: { used, quota, trend }, amount, label, text }: UsageProps) {
  const line = trend.map((point) => point.used?.[amount] ?? null)
  const known = line.filter((value) => value !== null)
  const isLimited = !isUnlimited(amount, quota[amount])
  const words = usageText(text(used[amount]), text(quota[amount]), { isLimited, hasQuota: quota[amount] > 0 })
  return (
    <li className="flex items-center gap-3">
      <span className="w-14 shrink-0">{label}</span>
      <div className="min-w-0 grow">
        <p className="mb-0.5 truncate text-xs text-muted tabular-nums">{words}</p>
        {isLimited && <Meter label={label} value={percentOf(used[amount], quota[amount])} valueText={words} compact />}
      </div>
      <Sparkline
        label={`${label} over the last 7 days, from ${text(known[0] ?? 0)} to ${text(known.at(-1) ?? 0)}`}
        values={line}
        max={Math.max(0, ...known)}
      />
    </li>
  )
}

function usageText(used: string, quota: string, { isLimited, hasQuota }: { isLimited: boolean; hasQuota: boolean }) {
  if (!isLimited) return `${used} used, no limit`
  return hasQuota ? `${used} of ${quota}` : 'No quota yet'
}

const SHOWN_ISSUES = 3

function Attention({ attention: { count, items }, isSystem }: Pick<Overview, 'attention'> & { isSystem: boolean }) {
  const rest = count - Math.min(items.length, SHOWN_ISSUES)
  return (
    <div className="min-w-0">
      {/* next to the heading: below the issues it would make the strip taller than its placeholder */}
      <div className="mb-2 flex justify-between gap-2 text-xs text-muted">
        <h2 className="font-medium">Needs attention</h2>
        {rest > 0 &&
          (isSystem ? <TextLink to={paths.systemIssues()}>{`and ${rest} more`}</TextLink> : <p>and {rest} more</p>)}
      </div>
      {count === 0 && <p className="text-muted">Nothing needs attention.</p>}
      <ul className="space-y-1.5">
        {items.slice(0, SHOWN_ISSUES).map((issue) => (
          <li
            key={`${issue.kind} ${issue.siloName} ${issue.projectName} ${issue.resource} ${issue.targetId}`}
            className="flex items-start gap-2"
          >
            <Badge tone={issue.severity === 'error' ? 'danger' : 'notice'} lamp>
              {issue.severity === 'error' ? 'Error' : 'Warning'}
            </Badge>
            <IssueLink issue={issue} isSystem={isSystem} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const isAboutQuota = ({ kind }: Issue) => kind === 'quota_near' || kind === 'quota_zero'

function IssueLink({ issue, isSystem }: { issue: Issue; isSystem: boolean }) {
  const { title, to } = issueText(issue)
  const text = isSystem ? titleWithPlace(issue) : title
  const own = isAboutQuota(issue) ? paths.siloUtilization() : issue.projectName ? to : undefined
  const target = isSystem ? to : own
  return (
    <span title={text} className="min-w-0 wrap-anywhere lg:truncate">
      {target && exists(target.replace(/\?.*/, '')) ? <TextLink to={target}>{text}</TextLink> : text}
    </span>
  )
}
