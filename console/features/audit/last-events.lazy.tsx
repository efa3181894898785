// What happened last to an instance, on a page that shows more than that. The activity page has the rest.
import { unwrap } from '#contract/client.ts'
import { useMe } from '../../me.ts'
import { isUnknownOperation } from '../../other-host.ts'
import { TimeAgo } from '../../ui/display/dates.tsx'
import { SkeletonRows } from '../../ui/display/skeleton.tsx'
import { TabLoad } from '../../ui/display/tab-load.tsx'
import { useLoad } from '../../use-api.ts'
import { actorOf, happenedOf, requestedOf } from './activity-text.ts'
import { activityList, type ActivityScope } from './activity-queries.ts'
import { isRefused, RefusedBadge } from './audit-result-badge.tsx'
import { SentenceText } from './sentence.tsx'

const SHOWN = 5
const NO_FILTERS = new URLSearchParams()

export function LastEvents({ scope }: { scope: ActivityScope }) {
  const { user } = useMe()
  const { data: answer, error } = useLoad(activityList(scope, NO_FILTERS))
  if (!answer) return error ? <TabLoad error={error} /> : <SkeletonRows rows={SHOWN} columns={1} />
  if (isUnknownOperation(answer))
    return <p className="text-sm text-muted">This host does not record who changed what.</p>
  const { items } = unwrap('activity_list', answer)
  if (items.length === 0) return <p className="text-sm text-muted">Nothing has been recorded yet.</p>
  return (
    <ol aria-label="Last events" className="space-y-2 text-sm">
      {items.slice(0, SHOWN).map((event) => {
        const { outcome } = event
        return (
          <li key={event.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              <SentenceText
                sentence={outcome ? happenedOf({ ...event, outcome }) : requestedOf(event, actorOf(event, user.siloId))}
              />
              {isRefused(event) && (
                <span className="ml-2">
                  <RefusedBadge />
                </span>
              )}
            </span>
            <span className="text-xs text-muted">
              <TimeAgo value={new Date(event.time)} caption="Time" />
            </span>
          </li>
        )
      })}
    </ol>
  )
}
