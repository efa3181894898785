// Finds resources by name across everything the user can read. The API has no search, so this walks the features' lists page by
// page and matches names here. The pages are ordinary cached reads.
import { prefetch, query, type Query } from '../api.ts'
import { searchSources, type ListAnswer, type SearchSource } from '../feature.ts'
import { currentUser } from '../me-queries.ts'
import { LARGE_PAGE, type PageArgs } from '../queries.ts'
import { rankOf } from './palette-rank.ts'
import type { PaletteItem } from './palette.ts'

export interface Found extends PaletteItem {
  id: string
  to: string
}

const projects = (page: PageArgs) => query('project_list', { query: page })

/** Yields row by row and fetches the next page only when needed. */
async function* everyRow<Row>(list: (page: PageArgs) => Query<ListAnswer<Row>>): AsyncGenerator<Row> {
  let pageToken: string | undefined
  do {
    const answer = await prefetch(list({ limit: LARGE_PAGE, ...(pageToken && { pageToken }) }))
    const { items, nextPage } = 'items' in answer ? answer : { items: answer, nextPage: null }
    yield* items
    pageToken = (items.length > 0 && nextPage) || undefined
  } while (pageToken)
}

type Source = ReturnType<typeof searchSources>[number]

async function* rowsOf(source: Source): AsyncGenerator<Found> {
  const { scope, list } = source
  if (scope === 'system' && (await prefetch(currentUser())).fleetRole === 'none') return
  if (scope !== 'project') {
    for await (const row of everyRow((page) => list('', page))) yield foundOf(source, row, '')
    return
  }
  for await (const { name: project } of everyRow(projects)) {
    for await (const row of everyRow((page) => list(project, page))) yield foundOf(source, row, project)
  }
}

type Row = Parameters<SearchSource['to']>[0]

const labelOf = ({ name, baseboard }: Row) => name ?? baseboard?.serial ?? ''

const foundOf = ({ group, icon, to }: Source, row: Row, project: string): Found => ({
  id: row.id ?? `${group} ${project} ${labelOf(row)}`,
  group,
  label: labelOf(row),
  detail: project || (row.description ?? ''),
  ...(icon && { icon }),
  ...stateOf(row),
  to: to(row, project),
})

function stateOf({ runState, state }: Row): { state?: string } {
  const text = runState ?? (typeof state === 'object' ? state.state : state)
  return text ? { state: text.replaceAll('_', ' ') } : {}
}

const MAX_RESULTS_PER_GROUP = 8

/** Calls `onFound` with the best matches so far, each time there is a better one. */
export async function search(text: string, signal: AbortSignal, onFound: (found: Found[]) => void): Promise<void> {
  const best = new Map<Source, Found[]>()
  // silo images are in the list of every project
  const seen = new Set<string>()
  const rank = (found: Found) => rankOf(found.label, text) ?? Number.POSITIVE_INFINITY
  const wanted = text.trim().toLowerCase()
  await Promise.all(
    searchSources().map(async (source) => {
      for await (const found of rowsOf(source)) {
        if (signal.aborted) return
        if (!found.label.toLowerCase().includes(wanted) || seen.has(found.id)) continue
        seen.add(found.id)
        const before = best.get(source) ?? []
        const after = [...before, found]
          .toSorted((one, other) => rank(one) - rank(other))
          .slice(0, MAX_RESULTS_PER_GROUP)
        best.set(source, after)
        if (after.includes(found)) onFound([...best.values()].flat())
      }
    }),
  )
}
