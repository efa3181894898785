import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { matchPath } from './match.ts'
import { places } from './paths.ts'
import { routes } from './routes.ts'

const patterns = [...Object.values(places), '/nothing/here', '/projects/a/b/c/d/e', '/PROJECTS', '/projects/', '']
const addresses = patterns.map((pattern) => `/${pattern.replaceAll(/:(\w+)/g, 'some-$1')}`.replace('//', '/'))

test.each([...addresses, '/projects/caf%C3%A9/instances'])('%s matches like React Router', (address) => {
  const expected = matchRoutes(routes, address) ?? []
  const found = matchPath(routes, address)
  expect(found.map(({ route }) => route)).toEqual(expected.map(({ route }) => route))
  if (!found.some(({ route }) => route.path === '*')) expect(found[0]?.params).toEqual(expected[0]?.params)
})
