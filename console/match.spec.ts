import { createStaticHandler, type StaticHandlerContext } from 'react-router'
import { expect, test } from 'vitest'
import { matchPath } from './match.ts'
import { places } from './paths.ts'
import { routes } from './routes.ts'

const patterns = [...Object.values(places), '/nothing/here', '/projects/a/b/c/d/e', '/PROJECTS', '/projects/', '']
const addresses = patterns.map((pattern) => `/${pattern.replaceAll(/:(\w+)/g, 'some-$1')}`.replace('//', '/'))

// unlike matchRoutes, it ranks the routes only once
const handler = createStaticHandler(routes)
async function matchedByRouter(address: string) {
  const request = new Request(new URL(address, 'http://console.test'))
  return ((await handler.query(request, { filterMatchesToLoad: () => false })) as StaticHandlerContext).matches
}

test.each([...addresses, '/projects/caf%C3%A9/instances'])('%s matches like React Router', async (address) => {
  const expected = await matchedByRouter(address)
  const found = matchPath(routes, address)
  expect(found.map(({ route }) => route.path)).toEqual(expected.map(({ route }) => route.path))
  expect(found.at(-1)?.route.handle).toBe(expected.at(-1)?.route.handle)
  if (!found.some(({ route }) => route.path === '*')) expect(found[0]?.params).toEqual(expected[0]?.params)
})
