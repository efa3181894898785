// Building blocks of routes, and what links need without importing the routes: whether one exists, and how to prefetch its code
// and data.
import type { ComponentType } from 'react'
import type { NonIndexRouteObject, Params, RouteObject } from 'react-router'
import type { OperationId } from '#contract/operations.ts'
import { prefetch, type Query } from './api.ts'
import { matchPath } from './match.ts'
import { fill } from './paths.ts'
import { differsInViewOnly } from './util/view-params.ts'

export type Text = string | ((params: Params) => string)

export interface Crumb {
  text: Text
  /** the place it leads to; defaults to the page's own path */
  to?: string
  /** a form over a page sets the window title but adds no crumb */
  titleOnly?: boolean
}

export interface Handle {
  crumb?: Crumb
  load?: Load
  later?: Load
  code?: Code
  frame?: FramePart
  shape?: Shape
  /** what its form sends: not offered to users who may not */
  operation?: OperationId
  /** the pattern of the page that this place redirects to */
  leadsTo?: string
}

/** What a route adds around its pages. The app includes all of them, so that the frame shows before the first page has loaded. */
export type FramePart = 'content' | 'pane' | 'project' | 'settings' | 'signed-in' | 'silo' | 'system' | 'window'

/** What a page looks like while it loads: its parts below the title, from top to bottom. */
export type Shape = readonly Part[]
export type Part =
  | 'card'
  | 'charts'
  | 'explorer'
  | 'faceplates'
  | 'facts2'
  | 'facts3'
  | 'facts4'
  | 'fields'
  | 'filter'
  | 'filters'
  | 'heading'
  | 'map'
  | 'meters'
  | 'rack'
  | 'racks'
  | 'rows'
  | 'strip'
  | 'tabs'
  | 'text'

const LIST: Shape = ['filter', 'rows']

export type Load = (params: Params, search: URLSearchParams) => readonly Query<unknown>[]
type Code = () => Promise<{ default: ComponentType }>

interface PageOptions {
  /** omitted for layouts without their own URL segment */
  path?: string
  crumb?: Text | Crumb
  /** fetched in parallel with each other and with the code, before the page shows */
  load?: Load
  /** fetched for parts that follow the page: nothing waits for it, and it is requested after the code */
  later?: Load
  code?: Code
  frame?: FramePart
  shape?: Shape
  /** what its form sends */
  operation?: OperationId
  children?: RouteObject[]
}

export function page({ path, crumb, load, later, code, children, ...look }: PageOptions): NonIndexRouteObject {
  const handle: Handle = {
    ...(crumb !== undefined && { crumb: typeof crumb === 'object' ? crumb : crumbAt(path, crumb) }),
    ...(load && { load }),
    ...(later && { later }),
    ...(code && { code }),
    ...look,
  }
  return {
    handle,
    ...(path && { path }),
    ...(children && { children }),
    // typing into a table's filter fetches nothing
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      defaultShouldRevalidate && !differsInViewOnly(currentUrl, nextUrl),
    ...(code ? { lazy: { Component: async () => (await code()).default } } : !children && { element: null }),
    ...((load || later) && {
      async loader({ params, request }) {
        const search = new URL(request.url).searchParams
        const needed = (load?.(params, search) ?? []).map(prefetch)
        if (later) void fetchAfter(code, later(params, search))
        await Promise.all(needed)
        return null
      },
    }),
  }
}

/** Failures show in the parts that use the data. */
async function fetchAfter(code: Code | undefined, queries: readonly Query<unknown>[]): Promise<void> {
  await code?.().catch(() => undefined)
  await Promise.allSettled(queries.map(prefetch))
}

/** The pages of an area: the frame around them stays when one of them fails. */
export const pane = (children: RouteObject[]) => page({ frame: 'pane', children })

const crumbAt = (path: string | undefined, text: Text): Crumb => ({
  text,
  ...(path && { to: path }),
})

/** A place that only redirects to another. */
export const leadsTo = (path: string, pattern: string): RouteObject => ({
  path,
  handle: { leadsTo: pattern } satisfies Handle,
  loader: ({ params }) => redirect(fill(pattern, params)),
  // nothing is shown here, on purpose: without this the router warns
  element: null,
})

/** React Router accepts a plain Response; its own `redirect` would pull React into the entry. */
export const redirect = (path: string) => new Response(null, { status: 302, headers: { location: path } })
export const notFound = () => new Response(null, { status: 404, statusText: 'Not Found' })

let routes: RouteObject[] = []
const known = new Map<string, boolean>()

export function setRoutes(all: RouteObject[]): void {
  routes = all
}

/** The routes of a URL, outermost first. */
export const matchesOf = (path: string) => matchPath(routes, path.split('?')[0] ?? path)

export const shapeOf = (path: string): Shape =>
  matchesOf(path).findLast(({ route }) => (route.handle as Handle | undefined)?.shape)?.route.handle.shape ?? LIST

const isPage = (matches: { route: RouteObject }[]) =>
  matches.length > 0 && matches.every(({ route }) => route.path !== '*')

/** Whether the URL has a page other than the not-found page. */
export function exists(path: string): boolean {
  const isThere = known.get(path) ?? isPage(matchesOf(path))
  known.set(path, isThere)
  return isThere
}

/**
 * Prefetches a page's code and data. Failures show only when it is opened. Code goes first: over HTTP/1.1 a browser keeps six
 * connections, and slow reads would hold all of them. An import sends its request only after this task, hence the timer.
 */
export function warm(path: string): void {
  const search = new URLSearchParams(path.split('?')[1])
  const matches = matchesOf(path).map(({ route, params }) => ({ params, ...(route.handle as Handle | undefined) }))
  for (const { code } of matches) code?.().catch(() => undefined)
  setTimeout(() => {
    for (const { params, load, later, code, leadsTo: goal } of matches) {
      if (goal) warm(fill(goal, params))
      for (const query of load?.(params, search) ?? []) prefetch(query).catch(() => undefined)
      if (later) void fetchAfter(code, later(params, search))
    }
  })
}
