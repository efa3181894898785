// Reads, serializes and sends long lists in slices and lets other requests run in between: 10,000 rows at once would block the
// event loop. A row that changes meanwhile may be missed or stale, just as between two pages.
import { api } from '#contract/api.ts'
import type { Operation } from '#contract/define.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Page, PageQuery } from './page.ts'
import type { Parsed } from './parse.ts'

/** About a millisecond's work, which is not worth slicing. */
export const MAX_WHOLE_ROWS = 100
/** About a quarter of a millisecond, which is how long other requests wait. With five rows, a list would take twice the CPU time. */
export const MAX_SLICE_ROWS = 25
const encoder = new TextEncoder()

export function isLongList(operation: OperationId, { query }: Parsed): boolean {
  const { paginated, answer } = api[operation] as Operation
  // announce sets are a bare array without a token to continue from
  return paginated === true && answer?.def.type !== 'array' && Number(query.limit) > MAX_WHOLE_ROWS
}

/** Resolves when it is the caller's turn to block the event loop for a moment. */
export type NextTurn = () => Promise<void>

/** Long work that is split into pieces runs one piece per turn, in order, and other requests run between turns. */
export function makeTurns(breathe: (() => Promise<void>) | undefined): NextTurn {
  let last = Promise.resolve()
  return () => (last = last.then(breathe))
}

/** Returns the page as JSON. `read` fetches a slice, `print` converts it to wire values. */
export async function readInSlices(
  query: PageQuery,
  read: (query: PageQuery) => Promise<Page<unknown>>,
  print: (slice: Page<unknown>) => Page<unknown>,
  nextTurn: NextTurn,
): Promise<Uint8Array[]> {
  const parts = [encoder.encode('{"items":[')]
  // a function of its own: the variables of this one stay in memory while the list waits for its turn, and would hold the last slice
  async function addSlice(limit: number, page_token: PageQuery['page_token']) {
    const slice = await read({ ...query, limit, page_token })
    const items = JSON.stringify(print(slice).items).slice(1, -1)
    if (slice.items.length > 0) parts.push(encoder.encode(parts.length > 1 ? `,${items}` : items))
    return { count: slice.items.length, next_page: slice.next_page }
  }
  let { page_token } = query
  let next_page: string | null = null
  for (let left = query.limit; ;) {
    const limit = Math.min(left, MAX_SLICE_ROWS)
    await nextTurn()
    const slice = await addSlice(limit, page_token)
    next_page = slice.next_page ?? next_page
    left -= slice.count
    if (left <= 0 || slice.count < limit || slice.next_page === null) break
    page_token = slice.next_page
  }
  parts.push(encoder.encode(`],"next_page":${JSON.stringify(next_page)}}`))
  return parts
}
