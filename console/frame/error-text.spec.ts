import { expect, test } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import { errorText } from './error-text.ts'

const place = { isOnline: true, project: 'shop', silo: 'acme' }
const routerError = (status: number, statusText: string) => ({ status, statusText, internal: true, data: '' })

test.each([
  [404, 'Not Found', 'Page not found'],
  [405, 'Method Not Allowed', 'Something went wrong'],
  [400, 'Bad Request', 'Something went wrong'],
  [403, 'Forbidden', 'Something went wrong'],
])('router error %i', (status, statusText, title) => {
  expect(errorText(routerError(status, statusText), place)).toMatchObject({ title, detail: `${status} ${statusText}` })
})

test('a bug in a page', () => {
  expect(errorText(new TypeError('x is undefined'), place)).toMatchObject({
    title: 'Something went wrong',
    detail: 'Unexpected Application Error',
    advice: undefined,
  })
})

const adviceOn = (error: ApiError, where: object) => errorText(error, { ...place, ...where }).advice

test('403 says who can grant access', () => {
  const forbidden = { status: 403, message: 'Action not authorized' }
  expect(adviceOn(new ApiError('disk_list', forbidden), {})).toContain('project shop or of silo acme')
  expect(adviceOn(new ApiError('project_list', forbidden), { project: undefined })).toContain('An admin of silo acme')
  expect(adviceOn(new ApiError('silo_list', forbidden), {})).toContain('A fleet admin')
})

test('distinguishes no connection from no server', () => {
  const lost = new ApiError('floating_ip_list', { status: 0, message: 'The server cannot be reached.' })
  expect(errorText(lost, { isOnline: false }).advice).toContain('You are offline')
  expect(errorText(lost, { isOnline: true })).toMatchObject({
    detail: 'Could not load floating IP data: The server cannot be reached.',
    advice: 'This page reloads once the server responds.',
  })
})

test('a name in the address that nothing can have is not found', () => {
  const message = 'Bad parameter in URL path: instance: matched no variant of NameOrId'
  expect(errorText(new ApiError('instance_view', { status: 400, message }), place)).toEqual({
    title: 'Page not found',
    text: "The page you are looking for doesn't exist or you may not have access to it.",
    detail: 'Could not load instance data: The address contains an invalid name',
    advice: 'It may have been renamed or deleted. Check the address.',
  })
})

test('a page that another host does not offer is not called missing', () => {
  const unknown = { status: 404, message: 'Not Found' }
  const unreadable = { status: 200, message: 'Error reading API response' }
  for (const facts of [unknown, unreadable]) {
    expect(errorText(new ApiError('audit_list', facts), place)).toEqual({
      title: 'Not available on this host',
      text: 'The console shows the API of another host, which does not offer this page.',
      detail: `Could not load audit data: ${facts.message}`,
      advice: undefined,
    })
  }
  const noSilo = { ...unknown, errorCode: 'ObjectNotFound' }
  expect(errorText(new ApiError('silo_group_list', noSilo), place).title).toBe('Page not found')
  expect(errorText(new ApiError('silo_view', unknown), place).title).toBe('Page not found')
})
