// Finds resources across everything the user can read: by name, by a verb and a name, by address, by ID and by label. The API has no search by
// name, so this walks the features' lists page by page and matches names here. The pages are ordinary cached reads.
import { prefetch, query, type Query } from '../api.ts'
import { searchSources, type Command, type ListAnswer, type SearchSource } from '../feature.ts'
import { currentUser } from '../me-queries.ts'
import { LARGE_PAGE, type PageArgs } from '../queries.ts'
import { menuIcons } from '../ui/overlay/menu-icons.ts'
import { findLabeled, lookUp } from './lookup.ts'
import { rankOf } from './palette-rank.ts'
import type { PaletteItem } from './palette.ts'

export interface Found extends PaletteItem {
  id: string
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

async function* rowsOf({ scope, list }: Source): AsyncGenerator<{ row: Row; project: string }> {
  if (scope === 'system' && (await prefetch(currentUser())).fleetRole === 'none') return
  if (scope !== 'project') {
    for await (const row of everyRow((page) => list('', page))) yield { row, project: '' }
    return
  }
  for await (const { name: project } of everyRow(projects)) {
    for await (const row of everyRow((page) => list(project, page))) yield { row, project }
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
  const best = new Map<unknown, Found[]>()
  const sources = searchSources()
  const iconOf = (group: string) => sources.find((source) => source.group === group)?.icon
  // silo images are in the list of every project
  const seen = new Set<string>()
  const rank = (found: Found) => rankOf(found.label, text) ?? Number.POSITIVE_INFINITY
  const wanted = text.trim().toLowerCase()
  const [first = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(wanted)?.slice(1) ?? []
  const offer = (group: unknown, found: Found) => {
    if (signal.aborted || seen.has(found.id)) return
    seen.add(found.id)
    const all = [...(best.get(group) ?? []), found].toSorted((one, other) => rank(one) - rank(other))
    const after = all.slice(0, MAX_RESULTS_PER_GROUP)
    best.set(group, after)
    if (after.includes(found)) onFound([...best.values()].flat())
  }
  const byName = sources.map(async (source) => {
    const verb = source.verbs?.words.find((word) => word === first)
    for await (const { row, project } of rowsOf(source)) {
      if (signal.aborted) return
      const name = labelOf(row).toLowerCase()
      if (name.includes(wanted)) offer(source, foundOf(source, row, project))
      if (verb && name.includes(rest))
        offer(verb, commandOf(await source.verbs!.command(row, project, verb), row, project))
    }
  })
  const byAddress = lookUp(text, iconOf).then((found) => found.forEach((one) => offer('lookup', one)))
  const byLabel = findLabeled(text, MAX_RESULTS_PER_GROUP, iconOf).then((found) =>
    found.forEach((one) => offer(one.group, one)),
  )
  await Promise.all([...byName, byAddress, byLabel])
}

const commandOf = ({ label, also, icon, run }: Command, row: Row, project: string): Found => ({
  id: `${label} ${row.id}`,
  label,
  also,
  group: 'Actions',
  detail: project,
  ...stateOf(row),
  ...(icon && { icon: menuIcons[icon] }),
  run,
})
