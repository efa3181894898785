// Activity entries by day, newest first. New entries appear live; filters and details are those of the audit log.
import { History } from '@lucide/icons'
import { useId } from 'react'
import { unwrap } from '#contract/client.ts'
import type { Action } from '../../action/action.tsx'
import { useMe } from '../../me.ts'
import { isUnknownOperation } from '../../other-host.ts'
import { usePages } from '../../table/use-pages.ts'
import { useNow } from '../../ui/display/dates.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { PaginationBar } from '../../ui/display/pagination.tsx'
import { SkeletonRows } from '../../ui/display/skeleton.tsx'
import { useLoad } from '../../use-api.ts'
import { dayText } from '../../util/time-text.ts'
import { ActivityEntry } from './activity-entry.tsx'
import { activityList, type ActivityScope } from './activity-queries.ts'
import { AuditFilters } from './audit-filters.tsx'
import { filtersIn, type ActivityEvent, type Filters } from './audit-queries.ts'
import { useAuditFilters } from './use-audit-filters.tsx'

const SKELETON_ROWS = 10

export function Activity({ scope }: { scope: ActivityScope }) {
  const { search, chosen, isChanging, change, clear, actions } = useAuditFilters({ preventScrollReset: true })
  const pages = usePages('activity', undefined, {}, JSON.stringify(ownFilters(search)))
  const answer = useLoad(activityList(scope, search, pages.args))
  if (!answer.data && answer.error) throw answer.error
  if (answer.data && isUnknownOperation(answer.data))
    return empty('No activity log', 'This host does not record who changed what.')
  const data = answer.data && unwrap('activity_list', answer.data)
  const rows = data?.items ?? []
  const isFiltered = Object.keys(ownFilters(search)).length > 0
  return (
    <>
      <AuditFilters label="activity" filters={ownFilters(chosen)} onChange={change} onClear={clear} />
      {!data && <SkeletonRows rows={SKELETON_ROWS} columns={2} />}
      {data && rows.length === 0 && !pages.hasPrev && !data.nextPage ? (
        empty('No activity', isFiltered ? 'No entries match these filters.' : 'Changes are recorded here.')
      ) : (
        <>
          <div aria-busy={answer.isPlaceholderData || isChanging || undefined} className="space-y-5">
            <Days rows={rows} actions={actions} />
          </div>
          {data?.nextPage && rows.length < pages.size && (
            <p className="py-3 text-center text-sm text-muted">More entries may be on the next page.</p>
          )}
          <PaginationBar
            {...pages.sizes}
            hasPrev={pages.hasPrev}
            hasNext={Boolean(data?.nextPage)}
            onPrev={pages.prev}
            onNext={() => data?.nextPage && pages.next(data.nextPage)}
            busy={answer.isPlaceholderData}
          />
        </>
      )}
    </>
  )
}

interface DaysProps {
  rows: readonly ActivityEvent[]
  actions: (event: ActivityEvent) => Action[]
}

function Days({ rows, actions }: DaysProps) {
  const now = useNow()
  const days = new Map<string, ActivityEvent[]>()
  for (const row of rows) {
    const day = dayText(new Date(row.time), now)
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return [...days].map(([day, entries]) => <Day key={day} title={day} rows={entries} actions={actions} />)
}

function Day({ title, rows, actions }: DaysProps & { title: string }) {
  const id = useId()
  const { user } = useMe()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-sm font-medium text-muted">
        {title}
      </h2>
      <ol aria-labelledby={id} className="rounded-md border border-line">
        {rows.map((event) => (
          <ActivityEntry key={event.id} event={event} ownSilo={user.siloId} actions={actions(event)} />
        ))}
      </ol>
    </section>
  )
}

/** Everything belongs to one silo, and the target is the page's subject. */
function ownFilters(search: URLSearchParams): Filters {
  const { silo: _silo, target: _target, ...filters } = filtersIn(search)
  return filters
}

const empty = (title: string, text: string) => <EmptyState icon={<Icon icon={History} />} title={title} text={text} />
