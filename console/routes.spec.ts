// The routes: what each page asks for.
import type { RouteObject } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Handle } from './route.ts'
import { routes } from './routes.ts'

const project = 'some-project'

const pagesOf = (all: readonly RouteObject[], above: RouteObject[] = []): RouteObject[][] =>
  all.flatMap((route) => {
    const chain = [...above, route]
    return [...(route.path ? [chain] : []), ...pagesOf(route.children ?? [], chain)]
  })

const handleOf = (route: RouteObject | undefined) => (route?.handle ?? {}) as Handle

// the frame of a project does not look the project up
describe('a page of a project asks for something in it, so that a missing project is noticed', () => {
  const pages = pagesOf(routes).filter(
    (chain) => chain.at(-1)?.path?.includes('/:project/') && !handleOf(chain.at(-1)).leadsTo,
  )
  for (const chain of pages)
    test(chain.at(-1)?.path ?? '', () => {
      const queries = chain.flatMap((route) => handleOf(route).load?.({ project }, new URLSearchParams()) ?? [])
      expect(JSON.stringify(queries.map(({ key }) => key))).toContain(project)
    })
})

test('every page says what it shows, even if it is nothing: otherwise the router warns in the console', () => {
  const silent = pagesOf(routes)
    .map((chain) => chain.at(-1)!)
    .filter((route) => !route.children && !('element' in route) && !('lazy' in route))
  expect(silent.map(({ path }) => path)).toEqual([])
})
