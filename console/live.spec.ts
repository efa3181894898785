import { expect, test } from 'vitest'
import { parse } from './live.ts'

test('a message of the stream', () => {
  const data = '{"noun":"project","id":"x","operation":"project_create"}'
  expect(parse(`id: 7\nevent: change\ndata: ${data}`)).toEqual({ id: '7', event: 'change', data })
})

test('heartbeats are ignored', () => {
  expect(parse(': still here')).toEqual({})
})
