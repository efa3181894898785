// Checks every place that has a page: its route, crumb, window title, and a loader if it shows data.
import { describe, expect, test } from 'vitest'
import { crumbsOf, titleOf } from './frame/crumbs.ts'
import { matchPath } from './match.ts'
import { fill, paths, places, type Place } from './paths.ts'
import { exists, setRoutes, type Handle } from './route.ts'
import { routes } from './routes.ts'

setRoutes(routes)

/** A parameter's value is its own name: /projects/project/instances/instance. */
const example = (pattern: string) => pattern.replaceAll(':', '')
const matchesOf = (path: string) => matchPath(routes, path)
const built = (Object.keys(places) as Place[]).filter((place) => exists(example(places[place])))

test('there are places to check', () => {
  expect(built).toEqual(expect.arrayContaining(['home', 'login', 'loginLocal', 'projects', 'projectsNew', 'profile']))
})

const leafOf = (place: Place) => matchesOf(example(places[place])).at(-1)?.route
const handleOf = (place: Place) => leafOf(place)?.handle as Handle | undefined
/** A redirect has a loader but no page. */
const isRedirect = (place: Place) => leafOf(place)?.loader !== undefined && handleOf(place)?.code === undefined

test.each(built)('%s has its declared route', (place) => {
  expect(leafOf(place)?.path).toBe(places[place])
})

describe.each(built.filter((place) => !isRedirect(place)))('%s', (place) => {
  const matches = matchesOf(example(places[place]))
  const crumbs = crumbsOf(matches.map(({ route, params }) => ({ handle: route.handle, params })))

  test('it has a crumb and a window title', () => {
    expect(crumbs.length).toBeGreaterThan(0)
    for (const { text } of crumbs) expect(text).not.toBe('')
    expect(titleOf(crumbs)).toMatch(/^.+ \/ Rackwright$/)
  })

  test('crumbs lead to pages', () => {
    for (const { to } of crumbs) if (to) expect(exists(to), to).toBe(true)
  })

  test('it loads queries keyed by operation and parameters', () => {
    for (const { route, params } of matches) {
      const { load } = (route.handle ?? {}) as Handle
      if (load) expect(route.loader).toBeDefined()
      for (const query of load?.(params, new URLSearchParams()) ?? []) {
        expect(query.key[0]).toMatch(/^[a-z_ ]+$/)
        expect(query.key[1]).toBeTypeOf('object')
      }
    }
  })
})

test('every route is in the table of places', () => {
  const known = new Set<string | undefined>([...Object.values(places), '*', undefined])
  const walk = (list: typeof routes): (string | undefined)[] =>
    list.flatMap((route) => [route.path, ...walk(route.children ?? [])])
  expect(walk(routes).filter((path) => !known.has(path))).toEqual([])
})

test('an unknown URL shows the not-found page', () => {
  expect(exists('/nothing/here')).toBe(false)
  expect(exists('/projectsx')).toBe(false)
})

test('parameters are encoded', () => {
  expect(paths.projectEdit({ project: 'a/b c' })).toBe('/projects/a%2Fb%20c/edit')
  expect(fill('/x/:y', {})).toBe('/x/')
})
