// The position in a paged table: the page's token, earlier tokens, and the sort. Stored per history entry, so that going back from
// a row returns to its page. Sort orders that the API lacks page through rows in memory with `offset`.
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type PageArgs } from '../queries.ts'
import type { Sort } from '../ui/display/table.tsx'

interface Position {
  /** tokens of the pages before this one; the first page has none */
  before: (string | undefined)[]
  token?: string
  sort?: Sort
  offset?: number
}

const positions = new Map<string, Position>()

const apiSorts: Record<string, PageArgs['sortBy']> = {
  'name ascending': 'name_ascending',
  'name descending': 'name_descending',
  'id ascending': 'id_ascending',
}

export function usePages(table: string) {
  const entry = `${useLocation().key} ${table}`
  const [position, go] = useState<Position>(() => positions.get(entry) ?? { before: [] })
  // a filter in the address replaces the entry without leaving the page
  useEffect(() => void positions.set(entry, position), [entry, position])
  const { before, token, sort, offset = 0 } = position
  const sortBy = sort && apiSorts[`${sort.column} ${sort.direction}`]
  const args: PageArgs = { ...(token && { pageToken: token }), ...(sortBy && { sortBy }) }
  return {
    args,
    sort,
    /** the API cannot sort like this */
    isLocalSort: Boolean(sort && !sortBy),
    hasPrev: before.length > 0,
    next: (nextToken: string) => go({ before: [...before, token], token: nextToken, sort }),
    prev: () => go({ before: before.slice(0, -1), token: before.at(-1), sort }),
    sortTo: (wanted: Sort) => go({ before: [], sort: wanted }),
    offset,
    moveTo: (next: number) => go({ ...position, offset: Math.max(0, next) }),
  }
}
