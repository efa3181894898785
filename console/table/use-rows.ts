// The rows of a table: a page from the API or, while a filter or a sort needs all rows, a page of the whole list.
import { prefetch, type Query } from '../api.ts'
import { useLoad } from '../use-api.ts'
import { PAGE_SIZE, type PageArgs, type PageOf } from '../queries.ts'
import type { ResourceColumn } from './columns.tsx'
import { countText, filterRows, sortRows } from './rows.ts'
import type { usePages } from './use-pages.ts'
import { wholeList, type WholeList } from './whole-list.ts'

interface RowsOptions<Row> {
  list: (page?: PageArgs) => Query<PageOf<Row>>
  columns: readonly ResourceColumn<Row>[]
  filter: string
  pages: ReturnType<typeof usePages>
  poll: number | false
}

export function useRows<Row>({ list, columns, filter, pages, poll }: RowsOptions<Row>) {
  const { data, isPlaceholderData, error } = useLoad(list(pages.args), { poll })
  const page = data?.items ?? []
  const hasNext = Boolean(data?.nextPage) && page.length >= PAGE_SIZE
  const isSplit = pages.hasPrev || hasNext
  const whole = useLoad(wholeList(list), { enabled: isSplit }).data
  const all: WholeList<Row> | undefined = isSplit ? whole : data && { items: page, isComplete: true }

  const arrange = (rows: readonly Row[]) => sortRows(filterRows(rows, columns, filter), columns, pages.sort)
  const isLocal = filter !== '' || pages.isLocalSort
  const found = isLocal ? arrange(all?.items ?? page) : page
  const { offset } = pages
  return {
    isLoaded: data !== undefined,
    error: data ? undefined : error,
    isEmpty: data !== undefined && page.length === 0 && !pages.hasPrev,
    /** rows to look up a selection in */
    known: isLocal ? found : page,
    rows: isLocal ? found.slice(offset, offset + PAGE_SIZE) : page,
    busy: isPlaceholderData || (isLocal && !all),
    count: all && countText(all.items.length, all.isComplete, filter ? found.length : undefined),
    pager: isLocal
      ? {
          hasPrev: offset > 0,
          hasNext: offset + PAGE_SIZE < found.length,
          onPrev: () => pages.moveTo(offset - PAGE_SIZE),
          onNext: () => pages.moveTo(offset + PAGE_SIZE),
        }
      : {
          hasPrev: pages.hasPrev,
          hasNext,
          onPrev: pages.prev,
          onNext: () => data?.nextPage && pages.next(data.nextPage),
        },
    /** every row that the filter matches, in order */
    async everyRow(): Promise<WholeList<Row>> {
      const complete = all ?? (await prefetch(wholeList(list)))
      return { ...complete, items: arrange(complete.items) }
    },
  }
}
