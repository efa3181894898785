// Finding things by name across everything the person may read. The API cannot search, so lists are walked page by page and
// matched here; the pages are cached reads like any other. A new noun is one line in `searchers`.
import { prefetch, type Query } from '../api.ts'
import { paths } from '../paths.ts'
import {
  ALL,
  diskList,
  imageList,
  instanceList,
  projectList,
  siloImageList,
  snapshotList,
  type PageArgs,
} from '../queries.ts'
import { exists } from '../route.ts'

export interface Found {
  group: string
  label: string
  detail?: string
  to: string
}

interface Named {
  name: string
  description?: string
}

interface ListOf<T> {
  items: T[]
  nextPage?: string | null
}

type Searcher = () => AsyncGenerator<Found>

/** Every row of a list, as far as somebody reads on. */
export async function* everyRow<T>(list: (page: PageArgs) => Query<ListOf<T>>): AsyncGenerator<T> {
  let pageToken: string | undefined
  do {
    const { items, nextPage } = await prefetch(list({ limit: ALL, ...(pageToken && { pageToken }) }))
    yield* items
    pageToken = (items.length > 0 && nextPage) || undefined
  } while (pageToken)
}

function inSilo<T extends Named>(group: string, list: (page: PageArgs) => Query<ListOf<T>>, to: (row: T) => string) {
  return async function* () {
    for await (const row of everyRow(list)) {
      if (exists(to(row))) yield { group, label: row.name, detail: row.description, to: to(row) }
    }
  } satisfies Searcher
}

/** For lists that the API gives only project by project. */
export function inProjects<T extends Named>(
  group: string,
  list: (project: string, page: PageArgs) => Query<ListOf<T>>,
  to: (project: string, row: T) => string,
) {
  return async function* () {
    for await (const project of everyRow(projectList)) {
      for await (const row of everyRow((page) => list(project.name, page))) {
        yield { group, label: row.name, detail: project.name, to: to(project.name, row) }
      }
    }
  } satisfies Searcher
}

const searchers: readonly Searcher[] = [
  inProjects('Instances', instanceList, (project, { name }) => paths.instanceStorage({ project, instance: name })),
  inSilo('Projects', projectList, ({ name }) => paths.instances({ project: name })),
  inProjects('Disks', diskList, (project) => paths.disks({ project })),
  inProjects('Snapshots', snapshotList, (project) => paths.snapshots({ project })),
  inProjects('Images', imageList, (project, { name }) => paths.imageEdit({ project, image: name })),
  inSilo('Silo images', siloImageList, ({ name }) => paths.siloImageEdit({ image: name })),
]

const ENOUGH = 8

/** Calls `onFound` as matches come; each kind stops when it has enough. */
export async function search(text: string, signal: AbortSignal, onFound: (found: Found) => void): Promise<void> {
  const wanted = text.trim().toLowerCase()
  await Promise.all(
    searchers.map(async (searcher) => {
      let count = 0
      for await (const found of searcher()) {
        if (signal.aborted || count === ENOUGH) return
        if (!found.label.includes(wanted)) continue
        count += 1
        onFound(found)
      }
    }),
  )
}
