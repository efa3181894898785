// A paged table of rows without names: no filter or bulk actions, as in ResourceTable. The API has one order; others are made here.
import type { ReactNode } from 'react'
import { menuItem, type Action } from '../action/action.tsx'
import type { Query } from '../api.ts'
import { useLoad } from '../use-api.ts'
import type { PageOf, UnsortedPage } from '../queries.ts'
import { PaginationBar } from '../ui/display/pagination.tsx'
import { Table, type Sort } from '../ui/display/table.tsx'
import type { SortedColumn } from './filtered-table.tsx'
import { countText, sortOf, sortRows, sortText } from './rows.ts'
import { NotOffered } from './not-offered.tsx'
import { useAddressText } from './use-address-text.ts'
import { usePages } from './use-pages.ts'
import { countedRows, wholeList } from './whole-list.ts'

interface PagedTableProps<Row> {
  /** plural: 'Addresses in use' */
  label: string
  /** what the rows are, plural, lower case: 'addresses' */
  nouns: string
  /** the function the loader uses too, so that the first page is already cached */
  list: (page: UnsortedPage) => Query<PageOf<Row> & { isMissing?: boolean }>
  columns: readonly SortedColumn<Row>[]
  /** how the list comes, if a column says so */
  order?: Sort
  rowKey: (row: Row) => string
  rowLabel: (row: Row) => string
  actions?: (row: Row) => readonly Action[]
  empty: ReactNode
  poll?: number | false
}

const SKELETON_ROWS = 5

export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { label, nouns, list, order, actions, empty, poll = false, ...table } = props
  const [chosen, choose] = useAddressText('sort', label)
  const columns = table.columns.map((column) => ({ ...column, sortable: Boolean(column.text ?? column.value) }))
  const sort = chosen === (order && sortText(order)) ? undefined : sortOf(chosen, columns)
  const pages = usePages(label, sort, {})
  const { offset, size } = pages
  const listAt = (page?: UnsortedPage) => list(page ?? {})
  const { data, isPlaceholderData, error } = useLoad(list(pages.args), { poll })
  const hasNext = Boolean(data?.nextPage) && (data?.items.length ?? 0) >= size
  const isSplit = pages.hasPrev || hasNext
  const counted = useLoad(countedRows(listAt), { enabled: isSplit }).data
  const whole = useLoad(wholeList(listAt), { enabled: isSplit && sort !== undefined }).data
  if (!data && error) throw error
  if (data?.isMissing) return <NotOffered />
  const rows = data?.items ?? []
  if (data && rows.length === 0 && !pages.hasPrev) return empty
  const count = isSplit ? counted?.items.length : data && rows.length
  const total = count === undefined ? undefined : countText(nouns, count, true, undefined)
  const sorted = sort && sortRows((isSplit && whole?.items) || rows, columns, sort)
  const busy = isPlaceholderData || (isSplit && sort !== undefined && !whole)
  const pager = sorted
    ? {
        hasPrev: offset > 0,
        hasNext: offset + size < sorted.length,
        onPrev: () => pages.moveTo(offset - size),
        onNext: () => pages.moveTo(offset + size),
      }
    : {
        hasPrev: pages.hasPrev,
        hasNext,
        onPrev: pages.prev,
        onNext: () => data?.nextPage && pages.next(data.nextPage),
      }
  const shownSort = sort ?? order
  return (
    <>
      <Table
        {...table}
        label={label}
        columns={columns}
        rows={sorted ? sorted.slice(offset, offset + size) : rows}
        {...(shownSort && { sort: shownSort })}
        onSort={(wanted) => choose(sortText(wanted))}
        {...(actions && { actions: (row: Row) => actions(row).map(menuItem) })}
        busy={busy}
        skeletonRows={data ? 0 : SKELETON_ROWS}
      />
      <PaginationBar {...pages.sizes} note={total} {...pager} busy={busy} />
    </>
  )
}
