import { expect, test } from 'vitest'
import { isApiRequest } from './api-path.ts'
import { operations } from './operations.ts'

test('every operation is a request to the API', () => {
  const missed = Object.values(operations).filter((route) => {
    const [method = '', path = ''] = route.replaceAll(/\{\w+\}/g, 'x').split(' ')
    return !isApiRequest(method, path)
  })
  expect(missed).toEqual([])
})

test.each([
  ['GET', '/openapi.json'],
  ['GET', '/rackwright/events'],
  ['GET', '/login/acme/saml/okta/redirect'],
  ['GET', '/v1/no-such-operation'],
])('%s %s is one too', (method, path) => expect(isApiRequest(method, path)).toBe(true))

test.each([
  ['GET', '/'],
  ['GET', '/v1'],
  ['GET', '/projects/v1/instances'],
  ['GET', '/login'],
  ['GET', '/login/acme/local'],
  ['GET', '/login/acme/saml/okta'],
  ['HEAD', '/login/acme/saml/okta'],
  ['GET', '/device/verify'],
  ['GET', '/docs/api'],
])('%s %s is a page of the console', (method, path) => expect(isApiRequest(method, path)).toBe(false))
