// The position in a paged table: the page's token, earlier tokens and the rows per page. Positions are stored per history entry, so
// that going back from a row returns to its page. Sort orders that the API lacks page through rows in memory with `offset`.
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { keepPageSize, PAGE_SIZES, pageSize, type PageArgs } from '../queries.ts'
import type { Sort } from '../ui/display/table.tsx'

interface Position {
  /** tokens of the pages before this one; the first page has none */
  before: (string | undefined)[]
  token?: string
  /** what the tokens were made for */
  sort?: string
  filters?: string
  offset?: number
}

const positions = new Map<string, Position>()

const apiSorts: Record<string, PageArgs['sortBy']> = {
  'name ascending': 'name_ascending',
  'name descending': 'name_descending',
  'id ascending': 'id_ascending',
}

/** `sorts` are the sort orders of the API. `filters` are those the API applies: other rows have other pages. */
export function usePages(table: string, sort?: Sort, sorts = apiSorts, filters?: string) {
  const entry = `${useLocation().key} ${table}`
  const [stored, go] = useState<Position>(() => positions.get(entry) ?? { before: [] })
  const [size, setSize] = useState(pageSize)
  // a filter in the address replaces the entry without leaving the page
  useEffect(() => void positions.set(entry, stored), [entry, stored])
  const order = sort && `${sort.column} ${sort.direction}`
  const first: Position = { before: [], ...(order && { sort: order }), ...(filters && { filters }) }
  const position = stored.sort === order && stored.filters === first.filters ? stored : first
  const { before, token, offset = 0 } = position
  const sortBy = order && sorts[order]
  const args: PageArgs = { limit: size, ...(token && { pageToken: token }), ...(sortBy && { sortBy }) }
  return {
    args,
    sort,
    /** the API cannot sort like this */
    isLocalSort: Boolean(sort && !sortBy),
    hasPrev: before.length > 0,
    next: (nextToken: string) => go({ ...first, before: [...before, token], token: nextToken }),
    prev: () => go({ ...first, before: before.slice(0, -1), ...(before.at(-1) && { token: before.at(-1)! }) }),
    offset,
    moveTo: (next: number) => go({ ...position, offset: Math.max(0, next) }),
    size,
    /** for the bar below the table */
    sizes: {
      pageSize: size,
      pageSizes: PAGE_SIZES,
      onPageSize(next: number) {
        keepPageSize(next)
        setSize(next)
        go(first)
      },
    },
  }
}
