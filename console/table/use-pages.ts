// Where a paged table stands: the page's token, those before it, and the sort. Kept per history entry, so that coming back from a
// row finds the page where the row was.
import { useState } from 'react'
import { useLocation } from 'react-router'
import { type PageArgs } from '../queries.ts'
import type { Sort } from '../ui/display/table.tsx'

interface Position {
  /** tokens of the pages before this one; the first page has none */
  before: (string | undefined)[]
  token?: string
  sort?: Sort
}

const positions = new Map<string, Position>()

/** What the API can sort by; other columns cannot be sorted without having all rows. */
const modes: Record<string, PageArgs['sortBy']> = {
  'name ascending': 'name_ascending',
  'name descending': 'name_descending',
  'id ascending': 'id_ascending',
}

export function usePages(table: string) {
  const entry = `${useLocation().key} ${table}`
  const [position, setPosition] = useState<Position>(() => positions.get(entry) ?? { before: [] })
  const go = (next: Position) => {
    positions.set(entry, next)
    setPosition(next)
  }
  const { before, token, sort } = position
  const sortBy = sort && modes[`${sort.column} ${sort.direction}`]
  const args: PageArgs = { ...(token && { pageToken: token }), ...(sortBy && { sortBy }) }
  return {
    args,
    sort,
    hasPrev: before.length > 0,
    next: (nextToken: string) => go({ before: [...before, token], token: nextToken, sort }),
    prev: () => go({ before: before.slice(0, -1), token: before.at(-1), sort }),
    // ids go one way only
    sortTo: (wanted: Sort) =>
      go({ before: [], sort: modes[`${wanted.column} ${wanted.direction}`] ? wanted : undefined }),
  }
}
