import { expect, test } from 'vitest'
import { nextName } from './like.ts'

test('a similar instance gets the next name that is free', () => {
  expect(nextName('web-1')).toBe('web-2')
  expect(nextName('web-1', ['web-1', 'web-2', 'web-3'])).toBe('web-4')
  expect(nextName('db', ['db', 'db-2'])).toBe('db-3')
  expect(nextName('node-09')).toBe('node-10')
  expect(nextName('run-20261116115959123', ['run-20261116115959124'])).toBe('run-20261116115959125')
  expect(nextName('x'.repeat(63))).toHaveLength(63)
})
