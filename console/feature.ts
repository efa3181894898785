// What a feature registers with the console: its routes, its navigation entries and the lists that the palette searches. Feature
// objects are plain data without React, because the entry loads all of them; the pages themselves load lazily through the routes.
import type { RouteObject } from 'react-router'
import type { Query } from './api.ts'
import type { PageArgs, PageOf } from './queries.ts'
import type { IconData } from './ui/display/icon.tsx'
import type { MenuIcon } from './ui/overlay/menu-item.ts'

/** A part of the console with its own navigation. */
export type AreaName = 'settings' | 'silo' | 'system' | 'project'

export interface NavEntry {
  label: string
  icon: IconData
  /** a pattern from `places`; the area fills in its parameters */
  to: string
  /** pressed after g, it goes there */
  letter?: string
  /** hidden from users without a fleet role */
  fleetOnly?: true
  /** shown next to the label unless it is zero */
  count?: { query: () => Query<{ items: readonly unknown[] }>; noun: string }
}

interface AreaPages {
  routes: RouteObject[]
  nav?: NavEntry
}

export interface Feature extends Partial<Record<AreaName, AreaPages>> {
  /** pages that need no sign-in */
  public?: RouteObject[]
  /** pages for signed-in users that fill the window, without navigation */
  fullWindow?: RouteObject[]
  search?: readonly SearchSource[]
}

interface Named {
  id?: string
  name?: string
  /** hardware has a serial number instead of a name */
  baseboard?: { serial: string }
  description?: string
  runState?: string
  state?: string | { state: string }
}

export interface SearchSource {
  /** heading of its results */
  group: string
  /** project: listed project by project; system: only for fleet viewers */
  scope: 'silo' | 'project' | 'system'
  list: (project: string, page: PageArgs) => Query<ListAnswer<Named>>
  to: (row: Named, project: string) => string
  verbs?: Verbs<Named, string>
}

/** What can be done to a row by typing a verb and its name. */
export interface Verbs<Row, Word extends string> {
  words: readonly Word[]
  command: (row: Row, project: string, word: Word) => Promise<Command>
}

export interface Command {
  /** 'Stop web-1' */
  label: string
  /** as it may be typed: 'Restart web-1' */
  also?: string | undefined
  icon?: MenuIcon | undefined
  run: (navigate: (to: string) => unknown) => unknown
}

/** Some lists are not paged. */
export type ListAnswer<Row> = PageOf<Row> | readonly Row[]

type ListOf<Row> = (page: PageArgs) => Query<ListAnswer<Row>>

/** A list of the silo: `searchSilo('Projects', projectList, ({ name }) => paths.project({ project: name }))` */
export const searchSilo = <Row extends Named>(group: string, list: ListOf<Row>, to: (row: Row) => string) =>
  source(group, 'silo', (_, page) => list(page), to)

/** A list that the API serves project by project. */
export const searchProjects = <Row extends Named, Word extends string = never>(
  group: string,
  list: (project: string, page: PageArgs) => Query<ListAnswer<Row>>,
  to: (row: Row, project: string) => string,
  verbs?: Verbs<Row, Word>,
): SearchSource => ({
  ...source(group, 'project', list, to),
  ...(verbs && { verbs: verbs as unknown as Verbs<Named, string> }),
})

/** A list that only fleet viewers can read. */
export const searchSystem = <Row extends Named>(group: string, list: ListOf<Row>, to: (row: Row) => string) =>
  source(group, 'system', (_, page) => list(page), to)

/** Rows only flow from a source's own `list` to its own `to`, so their type can be erased here. */
const source = <Row extends Named>(
  group: string,
  scope: SearchSource['scope'],
  list: (project: string, page: PageArgs) => Query<ListAnswer<Row>>,
  to: (row: Row, project: string) => string,
): SearchSource => ({ group, scope, list, to: to as SearchSource['to'] })

let registered: readonly Feature[] = []

/** Called once, by routes.ts: the frame derives navigation and search from the features without importing them. */
export function registerFeatures(features: readonly Feature[]): void {
  registered = features
}

/** Navigation of an area, in the order of registration. The first entry is the area's home. */
export const navOf = (area: AreaName): NavEntry[] =>
  registered.map((feature) => feature[area]?.nav).filter((nav) => nav !== undefined)

/** With the icon of the feature's navigation entry. */
export const searchSources = (): (SearchSource & { icon: IconData | undefined })[] =>
  registered.flatMap(({ search = [], ...feature }) => {
    const icon = (feature.project ?? feature.silo ?? feature.system ?? feature.settings)?.nav?.icon
    return search.map((one) => ({ ...one, icon }))
  })
