// All rows of a paged list, up to a limit. The API sorts by name and ID only and has no counts, so tables load more of the list in the
// background: as much as they count for the total, and the rest for search, other sort orders and export.
import { MAX_COUNTED_ROWS } from '#contract/limits.ts'
import type { Query } from '../api.ts'
import { LARGE_PAGE, type PageArgs, type PageOf } from '../queries.ts'

export const MAX_ROWS = 5000
/** Live updates of a busy list must not refetch all of it each time. */
const MIN_INTERVAL_MS = 5000

export interface WholeList<Row> {
  items: Row[]
  /** false if there are more than MAX_ROWS */
  isComplete: boolean
}

const fetchedAt = new Map<string, number>()

type List<Row> = (page?: PageArgs) => Query<PageOf<Row>>

export const wholeList = <Row>(list: List<Row>): Query<WholeList<Row>> =>
  calmly('whole', list, (signal) => fetchWhole(list, signal))

/** Enough rows for the total that a table shows; all rows of most lists. */
export const countedRows = <Row>(list: List<Row>): Query<WholeList<Row>> =>
  calmly('counted', list, async (signal) => {
    const { items } = await list({ limit: MAX_COUNTED_ROWS + 1 }).fetch(signal)
    return { items, isComplete: items.length <= MAX_COUNTED_ROWS }
  })

function calmly<Row>(
  part: string,
  list: List<Row>,
  fetch: (signal: AbortSignal) => Promise<WholeList<Row>>,
): Query<WholeList<Row>> {
  const [operation, params] = list().key
  const name = JSON.stringify([part, operation, params])
  return {
    key: [operation, { [part]: params }],
    async fetch(signal) {
      await pause((fetchedAt.get(name) ?? 0) + MIN_INTERVAL_MS - Date.now(), signal)
      const rows = await fetch(signal)
      fetchedAt.set(name, Date.now())
      return rows
    },
  }
}

export async function fetchWhole<Row>(list: List<Row>, signal: AbortSignal): Promise<WholeList<Row>> {
  const items: Row[] = []
  let pageToken: string | undefined
  do {
    const page = await list({ limit: LARGE_PAGE, ...(pageToken && { pageToken }) }).fetch(signal)
    items.push(...page.items)
    // a short page is the last one
    pageToken = (page.items.length >= LARGE_PAGE && page.nextPage) || undefined
  } while (pageToken && items.length < MAX_ROWS)
  return { items, isComplete: !pageToken }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
