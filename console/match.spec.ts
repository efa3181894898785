import { createStaticHandler, type RouteObject, type StaticHandlerContext } from 'react-router'
import { expect, test } from 'vitest'
import { matchPath } from './match.ts'
import { places } from './paths.ts'
import { routes } from './routes.ts'

const patterns = [...Object.values(places), '/nothing/here', '/projects/a/b/c/d/e', '/PROJECTS', '/projects/', '']
const addresses = patterns.map((pattern) => `/${pattern.replaceAll(/:(\w+)/g, 'some-$1')}`.replace('//', '/'))

/** Without their code, which would go on loading after the test. */
const bare = (list: readonly RouteObject[]): RouteObject[] =>
  list.map(({ path, handle, children = [] }) => ({
    ...(path !== undefined && { path }),
    handle,
    children: bare(children),
  }))

// unlike matchRoutes, it ranks the routes only once
const handler = createStaticHandler(bare(routes))
async function matchedByRouter(address: string) {
  const request = new Request(new URL(address, 'http://console.test'))
  return ((await handler.query(request)) as StaticHandlerContext).matches
}

test.each([...addresses, '/projects/caf%C3%A9/instances'])('%s matches like React Router', async (address) => {
  const expected = await matchedByRouter(address)
  const found = matchPath(routes, address)
  expect(found.map(({ route }) => route.path)).toEqual(expected.map(({ route }) => route.path))
  expect(found.at(-1)?.route.handle).toBe(expected.at(-1)?.route.handle)
  if (!found.some(({ route }) => route.path === '*')) expect(found[0]?.params).toEqual(expected[0]?.params)
})
