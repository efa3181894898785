// Activity entries, newest first. New entries appear live; filters, columns and details are those of the audit log.
import { History } from '@lucide/icons'
import { unwrap } from '#contract/client.ts'
import { menuItem } from '../../action/action.tsx'
import { useMe } from '../../me.ts'
import { isUnknownOperation } from '../../other-host.ts'
import { usePages } from '../../table/use-pages.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { PaginationBar } from '../../ui/display/pagination.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { useLoad } from '../../use-api.ts'
import { columnsOf } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AUDIT_PAGE_SIZE, filtersIn, type AuditEvent, type Filters } from './audit-queries.ts'
import { useAuditFilters } from './use-audit-filters.tsx'
import { activityList, type ActivityScope } from './activity-queries.ts'

export function Activity({ scope }: { scope: ActivityScope }) {
  const { search, chosen, isChanging, change, clear, actions } = useAuditFilters({ preventScrollReset: true })
  const pages = usePages('activity')
  const { user } = useMe()
  const answer = useLoad(activityList(scope, search, pages.args.pageToken))
  if (!answer.data && answer.error) throw answer.error
  if (answer.data && isUnknownOperation(answer.data))
    return empty('No activity log', 'This host does not record who changed what.')
  const data = answer.data && unwrap('activity_list', answer.data)
  const rows = data?.items ?? []
  const isFiltered = Object.keys(ownFilters(search)).length > 0
  return (
    <>
      <AuditFilters label="activity" filters={ownFilters(chosen)} onChange={change} onClear={clear} />
      {data && rows.length === 0 && !pages.hasPrev && !data.nextPage ? (
        empty('No activity', isFiltered ? 'No entries match these filters.' : 'Changes are recorded here.')
      ) : (
        <>
          <Table
            label="Activity"
            columns={columnsFor(user.siloId)}
            rows={rows}
            rowKey={({ id }) => String(id)}
            rowLabel={({ operation, id }) => `${operation} ${id}`}
            actions={(event) => actions(event).map(menuItem)}
            busy={answer.isPlaceholderData || isChanging}
            skeletonRows={data ? 0 : AUDIT_PAGE_SIZE}
          />
          {data?.nextPage && rows.length < AUDIT_PAGE_SIZE && (
            <p className="py-3 text-center text-sm text-muted">More entries may be on the next page.</p>
          )}
          <PaginationBar
            pageSize={AUDIT_PAGE_SIZE}
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

/** Everything belongs to one silo, and the target is the page's subject. */
function ownFilters(search: URLSearchParams): Filters {
  const { silo: _silo, target: _target, ...filters } = filtersIn(search)
  return filters
}

const empty = (title: string, text: string) => <EmptyState icon={<Icon icon={History} />} title={title} text={text} />

/** Without the silo, which is always the same; members of a silo do not see the names of operators. */
const columnsFor = (ownSilo: string): Column<AuditEvent>[] =>
  columnsOf(new Map()).flatMap((column) => {
    if (column.id === 'silo') return []
    if (column.id !== 'actor') return [column]
    return [{ ...column, cell: (event) => (isOperator(event, ownSilo) ? 'operator' : column.cell(event)) }]
  })

const isOperator = ({ actorName, actorSiloId }: AuditEvent, ownSilo: string) =>
  !actorName && actorSiloId !== null && actorSiloId !== ownSilo
