// Finds resources by name across everything the user can read. The API has no search, so this walks the features' lists page by
// page and matches names here. The pages are ordinary cached reads.
import { prefetch, query, type Query } from '../api.ts'
import { searchSources, type SearchSource } from '../feature.ts'
import { systemPolicy } from '../me-queries.ts'
import { LARGE_PAGE, type PageArgs, type PageOf } from '../queries.ts'

export interface Found {
  group: string
  label: string
  detail?: string
  to: string
}

const projects = (page: PageArgs) => query('project_list', { query: page })

/** Yields row by row and fetches the next page only when the caller reads on. */
export async function* everyRow<Row>(list: (page: PageArgs) => Query<PageOf<Row>>): AsyncGenerator<Row> {
  let pageToken: string | undefined
  do {
    const { items, nextPage } = await prefetch(list({ limit: LARGE_PAGE, ...(pageToken && { pageToken }) }))
    yield* items
    pageToken = (items.length > 0 && nextPage) || undefined
  } while (pageToken)
}

async function* rowsOf({ group, scope, list, to }: SearchSource): AsyncGenerator<Found> {
  if (scope === 'system' && (await prefetch(systemPolicy())).type !== 'success') return
  if (scope !== 'project') {
    for await (const row of everyRow((page) => list('', page))) {
      yield { group, label: row.name, detail: row.description, to: to(row, '') }
    }
    return
  }
  for await (const { name: project } of everyRow(projects)) {
    for await (const row of everyRow((page) => list(project, page))) {
      yield { group, label: row.name, detail: project, to: to(row, project) }
    }
  }
}

const MAX_RESULTS_PER_GROUP = 8

/** Calls `onFound` as matches arrive. */
export async function search(text: string, signal: AbortSignal, onFound: (found: Found) => void): Promise<void> {
  const wanted = text.trim().toLowerCase()
  await Promise.all(
    searchSources().map(async (source) => {
      let count = 0
      for await (const found of rowsOf(source)) {
        if (signal.aborted || count === MAX_RESULTS_PER_GROUP) return
        if (!found.label.includes(wanted)) continue
        count += 1
        onFound(found)
      }
    }),
  )
}
