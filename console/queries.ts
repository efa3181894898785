// Building blocks of queries. The queries themselves live with their noun, in features/<noun>/<noun>-queries.ts. A query is a
// value: a loader and a component that use the same one share a cache entry.
//
// `diskList(project, page)` fetches one page of a table. `first1000Disks(project)` fetches up to 1000 rows in one request: enough for
// pickers and for turning ids into names, but any further rows are missing. `everyUser()` follows all pages.
import { isUuid } from '#contract/checks.ts'
import { ApiError } from '#contract/errors.ts'
import type { Query } from './api.ts'
import { keep, kept } from './util/keep.ts'

export const PAGE_SIZES = [25, 50, 100] as const
const DEFAULT_PAGE_SIZE = PAGE_SIZES[0]
const PAGE_SIZE_NAME = 'page-size'

/** The rows of a page of any table, as chosen in this browser. */
export const pageSize = (): number =>
  PAGE_SIZES.find((size) => String(size) === kept(PAGE_SIZE_NAME)) ?? DEFAULT_PAGE_SIZE
export const keepPageSize = (size: number) =>
  keep(PAGE_SIZE_NAME, size === DEFAULT_PAGE_SIZE ? undefined : String(size))

/** Rows fetched at once for pickers and lookups. */
export const LARGE_PAGE = 1000

export interface PageArgs {
  limit?: number
  pageToken?: string
  sortBy?: 'name_ascending' | 'name_descending' | 'id_ascending'
}

export interface PageOf<Row> {
  items: Row[]
  nextPage?: string | null
}

/** For lists that the API cannot sort. */
export type UnsortedPage = Omit<PageArgs, 'sortBy'>

export const paged = <Page extends UnsortedPage = PageArgs>(page?: Page) => ({ limit: pageSize(), ...page })

/** A name is looked up in its project. An id needs no project, and the API rejects one. */
export const inProject = (project: string, nameOrId: string) => (isUuid(nameOrId) ? {} : { project })

/** A list of the silo on a page of a project. Users with roles on projects only cannot read it and get an empty one. */
export const emptyIfHidden = <Page extends PageOf<unknown>>(
  wanted: Query<Page>,
): Query<Page & { isHidden?: boolean }> => ({
  ...wanted,
  fetch: (signal) =>
    wanted.fetch(signal).catch((error: { status?: number }) => {
      if (error.status !== 403) throw error
      return { items: [], isHidden: true } as unknown as Page
    }),
})

/** All rows, page after page. */
export function everyPage<Row>(
  pageAt: (page: Omit<PageArgs, 'sortBy'>) => Query<PageOf<Row>>,
): Query<{ items: Row[] }> {
  const first = pageAt({ limit: LARGE_PAGE })
  return {
    key: [first.key[0], { every: first.key[1] }],
    async fetch(signal) {
      let page = await first.fetch(signal)
      const items = [...page.items]
      // the last page has a token too, which leads to an empty one
      while (page.nextPage && page.items.length >= LARGE_PAGE) {
        page = await pageAt({ limit: LARGE_PAGE, pageToken: page.nextPage }).fetch(signal)
        items.push(...page.items)
      }
      return { items }
    },
  }
}

type ListOf<Row> = readonly Row[] | { items: readonly Row[] }

/** One row of a list, for nouns without a view operation. A missing row is "not found", as with a view. */
export function rowQuery<Row extends object>(list: Query<ListOf<Row>>, wanted: Partial<Row>): Query<Row> {
  const [operation] = list.key
  const fields = Object.entries(wanted) as [keyof Row, unknown][]
  return {
    key: [operation, { row: wanted }],
    async fetch(signal) {
      const answer = await list.fetch(signal)
      const rows = 'items' in answer ? answer.items : answer
      const row = rows.find((one) => fields.every(([field, value]) => one[field] === value))
      if (!row) throw new ApiError(operation, { status: 404, message: 'Not found' })
      return row
    },
  }
}
