// A paged table of rows without names: no sorting, filter or bulk actions, as in ResourceTable.
import type { ReactNode } from 'react'
import { menuItem, type Action } from '../action/action.tsx'
import type { Query } from '../api.ts'
import { useLoad } from '../use-api.ts'
import type { PageOf, UnsortedPage } from '../queries.ts'
import { PaginationBar } from '../ui/display/pagination.tsx'
import { Table, type Column } from '../ui/display/table.tsx'
import { countText } from './rows.ts'
import { NotOffered } from './not-offered.tsx'
import { usePages } from './use-pages.ts'
import { countedRows } from './whole-list.ts'

interface PagedTableProps<Row> {
  /** plural: 'Addresses in use' */
  label: string
  /** what the rows are, plural, lower case: 'addresses' */
  nouns: string
  /** the function the loader uses too, so that the first page is already cached */
  list: (page: UnsortedPage) => Query<PageOf<Row> & { isMissing?: boolean }>
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  rowLabel: (row: Row) => string
  actions?: (row: Row) => readonly Action[]
  empty: ReactNode
  poll?: number | false
}

const SKELETON_ROWS = 5

export function PagedTable<Row>({ label, nouns, list, actions, empty, poll = false, ...table }: PagedTableProps<Row>) {
  const pages = usePages(label)
  const { data, isPlaceholderData, error } = useLoad(list(pages.args), { poll })
  const hasNext = Boolean(data?.nextPage) && (data?.items.length ?? 0) >= pages.size
  const isSplit = pages.hasPrev || hasNext
  const counted = useLoad(
    countedRows((page) => list(page ?? {})),
    { enabled: isSplit },
  ).data
  if (!data && error) throw error
  if (data?.isMissing) return <NotOffered />
  const rows = data?.items ?? []
  if (data && rows.length === 0 && !pages.hasPrev) return empty
  const count = isSplit ? counted?.items.length : data && rows.length
  const total = count === undefined ? undefined : countText(nouns, count, true, undefined)
  return (
    <>
      <Table
        {...table}
        label={label}
        rows={rows}
        {...(actions && { actions: (row: Row) => actions(row).map(menuItem) })}
        busy={isPlaceholderData}
        skeletonRows={data ? 0 : SKELETON_ROWS}
      />
      <PaginationBar
        {...pages.sizes}
        note={total}
        hasPrev={pages.hasPrev}
        hasNext={hasNext}
        onPrev={pages.prev}
        onNext={() => data?.nextPage && pages.next(data.nextPage)}
        busy={isPlaceholderData}
      />
    </>
  )
}
