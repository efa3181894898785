// Matches a path against the routes without React Router, so that the entry can start loading before React has arrived. The router
// does its own matching when it renders; match.spec.ts checks that both agree.
import type { Params, RouteObject } from 'react-router'

export interface Match {
  route: RouteObject
  params: Params
}

interface Branch {
  segments: string[]
  routes: RouteObject[]
}

/** The routes from the root to the page, outermost first; empty if there is no page. */
export function matchPath(routes: readonly RouteObject[], pathname: string): Match[] {
  const path = segmentsOf(pathname)
  const found = knownBranches(routes)
    .flatMap((branch) => {
      const params = paramsOf(branch.segments, path)
      return params ? [{ ...branch, params }] : []
    })
    .sort((a, b) => (rank(a.segments) < rank(b.segments) ? 1 : -1))
  const [best] = found
  return best ? best.routes.map((route) => ({ route, params: best.params })) : []
}

const known = new WeakMap<readonly RouteObject[], Branch[]>()

/** The routes never change, and rendering the frame matches several paths. */
function knownBranches(routes: readonly RouteObject[]): Branch[] {
  const branches = known.get(routes) ?? branchesOf(routes)
  known.set(routes, branches)
  return branches
}

const segmentsOf = (path: string) => path.split('/').filter(Boolean)

/** Every route with a path is a page; the path of a child starts with that of its parent. */
function branchesOf(routes: readonly RouteObject[], above: RouteObject[] = []): Branch[] {
  return routes.flatMap((route) => {
    const chain = [...above, route]
    const own = route.path === undefined ? [] : [{ segments: segmentsOf(route.path), routes: chain }]
    return [...own, ...branchesOf(route.children ?? [], chain)]
  })
}

function paramsOf(segments: readonly string[], path: readonly string[]): Params | undefined {
  if (segments.at(-1) === '*') return {}
  if (segments.length !== path.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of segments.entries()) {
    const text = path[index] ?? ''
    if (segment.startsWith(':')) params[segment.slice(1)] = decode(text)
    else if (segment.toLowerCase() !== text.toLowerCase()) return undefined
  }
  return params
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Fixed segments win over parameters, and both over the catch-all. */
const rank = (segments: readonly string[]) =>
  segments.at(-1) === '*' ? '' : `/${segments.map((segment) => (segment.startsWith(':') ? '1' : '2')).join('')}`
