// Long lists are read and serialized in slices, and other requests run in between. In one go, 10,000 rows would block everyone.
// A row that changes meanwhile may be missed or seen late, just as between two pages.
import { api } from '#contract/api.ts'
import type { Operation } from '#contract/define.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Page, PageQuery } from './page.ts'
import type { Parsed } from './parse.ts'

export const MAX_SLICE_ROWS = 200

export function isLongList(operation: OperationId, { query }: Parsed): boolean {
  const { paginated, answer } = api[operation] as Operation
  // announce sets are a bare array: there is no token to continue from
  return paginated === true && answer?.def.type !== 'array' && Number(query.limit) > MAX_SLICE_ROWS
}

/** Lists that are under way take turns: one slice, then everything else that waits. */
export function makeTurns(breathe: (() => Promise<void>) | undefined): () => Promise<void> {
  let last = Promise.resolve()
  return () => (last = last.then(breathe))
}

/** The page as JSON. `read` fetches a slice, `print` gives its items as wire values. */
export async function readInSlices(
  query: PageQuery,
  read: (query: PageQuery) => Promise<Page<unknown>>,
  print: (slice: Page<unknown>) => Page<unknown>,
  nextTurn: () => Promise<void>,
): Promise<string> {
  const texts: string[] = []
  let { page_token } = query
  let next_page: string | null = null
  for (let left = query.limit; ;) {
    const limit = Math.min(left, MAX_SLICE_ROWS)
    const slice = await read({ ...query, limit, page_token })
    if (slice.items.length > 0) texts.push(JSON.stringify(print(slice).items).slice(1, -1))
    next_page = slice.next_page ?? next_page
    left -= slice.items.length
    if (left <= 0 || slice.items.length < limit || slice.next_page === null) break
    page_token = slice.next_page
    await nextTurn()
  }
  return `{"items":[${texts.join(',')}],"next_page":${JSON.stringify(next_page)}}`
}
