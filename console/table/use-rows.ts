// The rows of a table: a page from the API or, while a filter or a sort needs all rows, a page of the whole list.
import { prefetch, type Query } from '../api.ts'
import { useLoad } from '../use-api.ts'
import type { PageArgs, PageOf } from '../queries.ts'
import type { ResourceColumn } from './columns.tsx'
import { listOf, merge, type More } from './more.ts'
import { countText, filterRows, sortRows } from './rows.ts'
import type { usePages } from './use-pages.ts'
import { countedRows, wholeList, type WholeList } from './whole-list.ts'

interface RowsOptions<Row> {
  /** plural, lower case */
  label: string
  list: (page?: PageArgs) => Query<PageOf<Row>>
  more: More<Row> | undefined
  columns: readonly ResourceColumn<Row>[]
  filter: string
  labelsOf: (row: Row) => readonly string[]
  /** besides the filter */
  keep: ((row: Row) => boolean) | undefined
  /** chips count all rows */
  hasChips: boolean
  pages: ReturnType<typeof usePages>
  poll: number | false
}

export function useRows<Row extends { id: string }>(options: RowsOptions<Row>) {
  const { label, list, more, columns, filter, labelsOf, keep, hasChips, pages, poll } = options
  const { offset, size } = pages
  const { data, isPlaceholderData, error } = useLoad(list(pages.args), { poll })
  const hasNext = Boolean(data?.nextPage) && (data?.items.length ?? 0) >= size
  const isSplit = pages.hasPrev || hasNext
  const isFiltered = filter !== '' || keep !== undefined
  const isLocal = isFiltered || pages.isLocalSort
  const counted = useLoad(countedRows(list), { enabled: isSplit }).data
  const needsRest = counted?.isComplete === false && (isLocal || hasChips)
  const rest = useLoad(wholeList(list), { enabled: needsRest }).data
  const whole = needsRest ? rest : counted
  // the API also gives the last page a token; with another order the last row of the whole list says nothing
  const isLast = whole?.isComplete && !pages.sort && whole.items.at(-1)?.id === data?.items.at(-1)?.id
  const moreList = more ? listOf(more) : (list as ReturnType<typeof listOf<Row>>)
  const beside = useLoad<unknown>((more?.load ?? list)(pages.args), { enabled: more !== undefined }).data
  const besideAll = useLoad(wholeList(moreList), { enabled: more !== undefined && isSplit && isLocal }).data
  const parts = more ? [besideAll?.items, beside === undefined ? [] : more.rowsOf(beside).items] : []

  const page = merge(data?.items ?? [], ...parts)
  const complete = isSplit ? whole : data && { items: data.items, isComplete: true }
  const all: WholeList<Row> | undefined = complete && { ...complete, items: merge(complete.items, ...parts) }
  const arrange = (rows: readonly Row[]) =>
    sortRows(filterRows(keep ? rows.filter(keep) : rows, columns, filter, labelsOf), columns, pages.sort)
  // the API compares names letter by letter: 'builder-10' before 'builder-2'
  const onePage = isSplit ? page : sortRows(page, columns, pages.sort ?? { column: 'name', direction: 'ascending' })
  const found = isLocal ? arrange(all?.items ?? page) : onePage
  return {
    isLoaded: data !== undefined,
    error: data ? undefined : error,
    isEmpty: data !== undefined && page.length === 0 && !pages.hasPrev,
    /** all rows; undefined while the rest of the list loads */
    all,
    /** rows to look up a selection in */
    known: found,
    rows: isLocal ? found.slice(offset, offset + size) : found,
    busy: isPlaceholderData || (isLocal && !all),
    count: isFiltered
      ? all && countText(label, all.items.length, all.isComplete, found.length)
      : isSplit
        ? counted && countText(label, counted.items.length, counted.isComplete, undefined)
        : all && countText(label, all.items.length, true, undefined),
    pager: isLocal
      ? {
          hasPrev: offset > 0,
          hasNext: offset + size < found.length,
          onPrev: () => pages.moveTo(offset - size),
          onNext: () => pages.moveTo(offset + size),
        }
      : {
          hasPrev: pages.hasPrev,
          hasNext: hasNext && !isLast,
          onPrev: pages.prev,
          onNext: () => data?.nextPage && pages.next(data.nextPage),
        },
    /** every row that matches the filter, in order */
    async everyRow(): Promise<WholeList<Row>> {
      const besides = isSplit && more && !besideAll ? (await prefetch(wholeList(moreList))).items : []
      const { items, isComplete } = all?.isComplete ? all : await prefetch(wholeList(list))
      return { isComplete, items: arrange(merge(items, ...parts, besides)) }
    },
  }
}
