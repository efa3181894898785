// The audit log: who changed what, when and with what result. Newest first.
import { Download, Radio, ScrollText } from '@lucide/icons'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { menuItem, perform, type Action } from '../../action/action.tsx'
import { DocsButton } from '../../help/docs-button.tsx'
import { countText } from '../../table/rows.ts'
import { usePages } from '../../table/use-pages.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { PageHeader } from '../../ui/display/page-header.tsx'
import { PaginationBar } from '../../ui/display/pagination.tsx'
import { Table } from '../../ui/display/table.tsx'
import { useNarrow } from '../../ui/display/use-narrow.ts'
import { Button } from '../../ui/input/button.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useData, useLoad } from '../../use-api.ts'
import { csv, download } from '../../util/csv.ts'
import { first1000Silos } from '../silo/silo-queries.ts'
import { columnsOf, narrowColumnsOf, tableOf } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditSeal } from './audit-seal.tsx'
import { auditCount, auditList, filtersIn, type AuditEvent } from './audit-queries.ts'
import { useAuditFilters } from './use-audit-filters.tsx'

/** Refused requests push no event to the console, so new entries are polled. */
const LIVE_INTERVAL_MS = 3000

export default function AuditPage() {
  const { search, chosen, isChanging, change, clear, only, actions } = useAuditFilters()
  const filters = filtersIn(search)
  const [live, setLive] = useState(false)
  const isNarrow = useNarrow()
  const pages = usePages('audit', undefined, {}, JSON.stringify(filters))
  const { pageToken } = pages.args
  const { data, error, isPlaceholderData } = useLoad(auditList(filters, pages.args), {
    poll: live && !pageToken && LIVE_INTERVAL_MS,
  })
  const { data: total, isPlaceholderData: isCounting } = useLoad(auditCount(filters), { optional: true })
  const silos = useData(first1000Silos()).items
  const names = new Map(silos.map(({ id, name }) => [id, name]))
  if (!data && error) throw error
  const rows = data?.items ?? []

  const actionsOf = (event: AuditEvent): Action[] => [
    ...actions(event),
    ...only('Only this target', 'target', event.targetId),
  ]
  const save: Action = {
    label: 'Export',
    async run() {
      const { items } = await auditList(filters, { limit: MAX_PAGE_SIZE }).fetch(new AbortController().signal)
      download('audit-log.csv', csv(tableOf(items, names)))
      if (items.length === MAX_PAGE_SIZE)
        toast({ tone: 'info', content: `Only the newest ${MAX_PAGE_SIZE.toLocaleString()} entries were exported.` })
    },
  }
  return (
    <>
      <PageHeader
        title="Audit log"
        icon={<Icon icon={ScrollText} />}
        aside={<DocsButton topic="audit" />}
        actions={
          <>
            <Button aria-pressed={live} variant={live ? 'primary' : 'secondary'} onClick={() => setLive(!live)}>
              <Icon icon={Radio} />
              Live
            </Button>
            <Button onClick={() => void perform(save)}>
              <Icon icon={Download} />
              Export CSV
            </Button>
          </>
        }
      />
      <AuditSeal />
      <AuditFilters
        label="audit log"
        hasTarget
        filters={filtersIn(chosen)}
        silos={silos.map(({ name }) => name)}
        onChange={change}
        onClear={clear}
      />
      {data && rows.length === 0 && !pages.hasPrev ? (
        <EmptyState
          icon={<Icon icon={ScrollText} />}
          title="No entries"
          text={
            Object.keys(filters).length > 0
              ? 'No entries match these filters.'
              : 'Every change and every refused change is recorded here.'
          }
        />
      ) : (
        <>
          <Table
            label="Audit log"
            columns={(isNarrow ? narrowColumnsOf : columnsOf)(names)}
            rows={rows}
            rowKey={({ id }) => String(id)}
            rowLabel={({ operation, id }) => `${operation} ${id}`}
            actions={(event) => actionsOf(event).map(menuItem)}
            busy={isPlaceholderData || isChanging}
            skeletonRows={data ? 0 : pages.size}
          />
          <PaginationBar
            {...pages.sizes}
            note={total && !isCounting ? countText('entries', total.count, true, undefined) : undefined}
            hasPrev={pages.hasPrev}
            hasNext={Boolean(data?.nextPage) && rows.length >= pages.size}
            onPrev={pages.prev}
            onNext={() => data?.nextPage && pages.next(data.nextPage)}
            busy={isPlaceholderData}
          />
        </>
      )}
      <Outlet />
    </>
  )
}
