// A list of one kind of thing, page by page from the API. It owns what the person does to the view (page, sort, filter, columns,
// selection); what the rows are and what can be done to them comes in.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLoad, type Query } from '../api.ts'
import { PAGE_SIZE, type PageArgs } from '../queries.ts'
import { late, useLate } from '../ui/display/late.ts'
import { PaginationBar } from '../ui/display/pagination.tsx'
import { Table } from '../ui/display/table.tsx'
import { copyIdAction, menuItem, type Action } from '../action/action.tsx'
import type { BulkBarProps } from '../action/bulk-bar.tsx'
import { titleOf, type ResourceColumn } from './columns.tsx'
import type { TableToolsProps } from './table-tools.tsx'
import { usePages } from './use-pages.ts'
import { useTableChoices } from './use-table-choices.ts'

// neither is needed to read the rows, so both come after them
const bulkBar = late<BulkBarProps>(async () => (await import('../action/bulk-bar.tsx')).BulkBar)
const tools = late<TableToolsProps>(async () => (await import('./table-tools.tsx')).TableTools)

interface PageOf<Row> {
  items: Row[]
  nextPage?: string | null
}

export interface ResourceTableProps<Row> {
  /** plural, lower case: 'projects' */
  label: string
  /** the same function as in the loader, which has fetched the first page */
  list: (page?: PageArgs) => Query<PageOf<Row>>
  columns: readonly ResourceColumn<Row>[]
  /** without "Copy ID", which comes by itself */
  actions?: (row: Row) => readonly Action[]
  empty: ReactNode
  poll?: number | false
}

interface Thing {
  id: string
  name: string
}

export function ResourceTable<Row extends Thing>(props: ResourceTableProps<Row>) {
  const { label, list, columns, actions, empty, poll = false } = props
  const pages = usePages(label)
  const { data, isPlaceholderData, error } = useLoad(list(pages.args), { poll })
  const { shown, toggle, density, toggleDensity } = useTableChoices(label, columns)
  const [filter, setFilter] = useState('')
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const hasTools = useLate(tools, false)
  const hasBulkBar = useLate(bulkBar, selected.size > 0)
  const top = useRef<HTMLDivElement>(null)
  const token = pages.args.pageToken
  const shownToken = useRef(token)
  useEffect(() => {
    // only when the new rows have come: jumping to the top of the old ones reads as a fault
    if (isPlaceholderData || shownToken.current === token) return
    shownToken.current = token
    top.current?.closest('main')?.scrollTo({ top: 0 })
  }, [token, isPlaceholderData])
  if (!data && error) throw error

  const rows = data?.items ?? []
  if (data && rows.length === 0 && !pages.hasPrev) return empty

  const text = filter.trim().toLowerCase()
  const visible = columns.filter(({ id }) => shown.has(id))
  const fits = (row: Row) => visible.some((column) => column.text(row).toLowerCase().includes(text))
  const filtered = text ? rows.filter(fits) : rows
  const allActions = (row: Row) => [copyIdAction(row.id), ...(actions?.(row) ?? [])]
  const chosen = rows.filter(({ id }) => selected.has(id))
  const canBulk = rows.some((row) => actions?.(row).some(({ bulk }) => bulk))
  const hasNext = Boolean(data?.nextPage) && rows.length >= PAGE_SIZE
  return (
    <div ref={top}>
      {/* as tall as the tools that will come: the rows must not jump */}
      <div className="mb-2 min-h-8">
        {hasTools && (
          <tools.Part
            label={label}
            filter={filter}
            onFilter={setFilter}
            note={text ? `${filtered.length} of ${rows.length} rows on this page` : undefined}
            columns={columns.map((column) => ({ id: column.id, title: titleOf(column), shown: shown.has(column.id) }))}
            onToggle={toggle}
            density={density}
            onDensity={toggleDensity}
            table={() => [visible.map(titleOf), ...filtered.map((row) => visible.map((column) => column.text(row)))]}
          />
        )}
      </div>
      {hasBulkBar && (
        <bulkBar.Part
          chosen={chosen.map((row) => ({ key: row.id, name: row.name, actions: actions?.(row) ?? [] }))}
          onClear={() => select(new Set())}
          onDone={(keys) => select((was) => new Set([...was].filter((key) => !keys.includes(key))))}
        />
      )}
      <Table
        label={label}
        columns={visible}
        rows={filtered}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        actions={(row) => allActions(row).map(menuItem)}
        selection={canBulk ? { keys: selected, onChange: select } : undefined}
        sort={pages.sort}
        onSort={pages.sortTo}
        density={density}
        busy={isPlaceholderData}
        skeletonRows={data ? 0 : PAGE_SIZE}
      />
      {filtered.length === 0 && data && (
        <p className="py-6 text-center text-sm text-muted">
          {text ? `No row on this page contains "${filter.trim()}".` : 'There are no more rows.'}
        </p>
      )}
      <PaginationBar
        pageSize={PAGE_SIZE}
        hasPrev={pages.hasPrev}
        hasNext={hasNext}
        onPrev={pages.prev}
        onNext={() => data?.nextPage && pages.next(data.nextPage)}
        busy={isPlaceholderData}
      />
    </div>
  )
}
