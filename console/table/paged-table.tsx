// A paged table of rows without names: no sorting, filter or bulk actions, as in ResourceTable.
import type { ReactNode } from 'react'
import { menuItem, type Action } from '../action/action.tsx'
import type { Query } from '../api.ts'
import { useLoad } from '../use-api.ts'
import { PAGE_SIZE, type PageOf, type UnsortedPage } from '../queries.ts'
import { PaginationBar } from '../ui/display/pagination.tsx'
import { Table, type Column } from '../ui/display/table.tsx'
import { NotOffered } from './not-offered.tsx'
import { usePages } from './use-pages.ts'

interface PagedTableProps<Row> {
  /** plural: 'Addresses in use' */
  label: string
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

export function PagedTable<Row>({ label, list, actions, empty, poll = false, ...table }: PagedTableProps<Row>) {
  const pages = usePages(label)
  const { data, isPlaceholderData, error } = useLoad(list(pages.args), { poll })
  if (!data && error) throw error
  if (data?.isMissing) return <NotOffered />
  const rows = data?.items ?? []
  if (data && rows.length === 0 && !pages.hasPrev) return empty
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
        pageSize={PAGE_SIZE}
        hasPrev={pages.hasPrev}
        hasNext={Boolean(data?.nextPage) && rows.length >= PAGE_SIZE}
        onPrev={pages.prev}
        onNext={() => data?.nextPage && pages.next(data.nextPage)}
        busy={isPlaceholderData}
      />
    </>
  )
}
