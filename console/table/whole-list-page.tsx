// A page that lists one kind of resource, with all rows in the browser: for lists that the API serves whole or that are joined from
// several. ResourcePage is for lists that come page by page.
import type { ReactNode } from 'react'
import { menuItem, type Action } from '../action/action.tsx'
import { FilteredTable, type FilteredTableProps } from './filtered-table.tsx'
import { ListPage, type ListPageProps } from './list-page.tsx'

interface WholeListPageProps<Row> extends ListPageProps, Omit<FilteredTableProps<Row>, 'actions'> {
  actions: (row: Row) => readonly Action[]
  /** one or two sentences on what the resource is for, shown when there are none */
  empty: string
  emptyTitle?: string
  /** for pages with a filter of their own, which may hide all rows */
  isEmpty?: boolean
  /** a summary above the table */
  overview?: ReactNode
}

export function WholeListPage<Row>(props: WholeListPageProps<Row>) {
  const { title, icon, docs, create, palette, tools, isTab, actions, empty, emptyTitle, overview, ...rest } = props
  const { children, isEmpty = rest.rows.length === 0, ...table } = rest
  const nothing = isEmpty && { title: emptyTitle ?? `No ${table.label}`, text: empty }
  return (
    <ListPage {...{ title, icon, docs, create, palette, tools, isTab }} empty={nothing}>
      {!isEmpty && overview}
      {!isEmpty && <FilteredTable {...table} actions={(row) => actions(row).map(menuItem)} />}
      {children}
    </ListPage>
  )
}
