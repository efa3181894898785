// A paged table of one kind of resource. It owns the view (page, sort, filter, columns, selection); the caller supplies rows and
// actions.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Query } from '../api.ts'
import { useLoad } from '../use-api.ts'
import { PAGE_SIZE, type PageArgs, type PageOf } from '../queries.ts'
import { PaginationBar } from '../ui/display/pagination.tsx'
import { Table } from '../ui/display/table.tsx'
import { copyIdAction, menuItem, type Action } from '../action/action.tsx'
import { BulkBar } from '../action/bulk-bar.tsx'
import { titleOf, type ResourceColumn } from './columns.tsx'
import { TableTools } from './table-tools.tsx'
import { usePages } from './use-pages.ts'
import { useTableChoices } from './use-table-choices.ts'

export interface ResourceTableProps<Row> {
  /** plural, lower case: 'projects' */
  label: string
  /** the function the loader uses too, so that the first page is already cached */
  list: (page?: PageArgs) => Query<PageOf<Row>>
  columns: readonly ResourceColumn<Row>[]
  /** "Copy ID" is added to these */
  actions?: ((row: Row) => readonly Action[]) | undefined
  empty: ReactNode
  poll?: number | false | undefined
}

export interface Identified {
  id: string
  name: string
}

export function ResourceTable<Row extends Identified>(props: ResourceTableProps<Row>) {
  const { label, list, columns, actions, empty, poll = false } = props
  const pages = usePages(label)
  const { data, isPlaceholderData, error } = useLoad(list(pages.args), { poll })
  const { shown, toggle, density, toggleDensity } = useTableChoices(label, columns)
  const [filter, setFilter] = useState('')
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const top = useRef<HTMLDivElement>(null)
  const token = pages.args.pageToken
  const shownToken = useRef(token)
  useEffect(() => {
    // wait for the new rows: scrolling up while the old ones are still shown looks like a glitch
    if (isPlaceholderData || shownToken.current === token) return
    shownToken.current = token
    top.current?.closest('main')?.scrollTo({ top: 0 })
  }, [token, isPlaceholderData])
  if (!data && error) throw error

  const rows = data?.items ?? []
  if (data && rows.length === 0 && !pages.hasPrev) return empty

  const text = filter.trim().toLowerCase()
  const visible = columns.filter(({ id }) => shown.has(id))
  const matches = (row: Row) => visible.some((column) => column.text(row).toLowerCase().includes(text))
  const filtered = text ? rows.filter(matches) : rows
  const allActions = (row: Row) => [copyIdAction(row.id), ...(actions?.(row) ?? [])]
  const chosen = rows.filter(({ id }) => selected.has(id))
  const canBulk = rows.some((row) => actions?.(row).some(({ bulk }) => bulk))
  const hasNext = Boolean(data?.nextPage) && rows.length >= PAGE_SIZE
  return (
    <div ref={top}>
      <div className="mb-2">
        <TableTools
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
      </div>
      <BulkBar
        chosen={chosen.map((row) => ({ key: row.id, name: row.name, actions: actions?.(row) ?? [] }))}
        onClear={() => select(new Set())}
        onDone={(keys) => select((was) => new Set([...was].filter((key) => !keys.includes(key))))}
      />
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
          {text ? `No rows on this page match '${filter.trim()}'.` : 'No more rows.'}
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
