import { expect, test } from 'vitest'
import type { Result } from '#contract/client.ts'
import { isUnknownOperation } from './other-host.ts'

const refused = (status: number, errorCode?: string): Result<unknown> => ({
  type: 'error',
  status,
  data: { message: 'Not Found', requestId: 'r', ...(errorCode && { errorCode }) },
})
const unreadable = (status: number): Result<unknown> => ({
  type: 'client_error',
  status,
  error: new Error('Unexpected token'),
  text: '<!doctype html>',
})

test.each([
  ['a path that does not exist', refused(404), true],
  ['a page', unreadable(200), true],
  ['a page that says so', unreadable(404), true],
  ['a project that does not exist', refused(404, 'ObjectNotFound'), false],
  ['a missing permission', refused(403, 'Forbidden'), false],
  ['a broken proxy', unreadable(502), false],
])('%s', (_name, result, isUnknown) => {
  expect(isUnknownOperation(result)).toBe(isUnknown)
})
