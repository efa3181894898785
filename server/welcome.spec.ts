import { expect, test } from 'vitest'
import { type Options, readOptions } from './options.ts'
import { welcome } from './welcome.ts'

const options = readOptions([], {}) as Options
const login = { silo: 'recovery', user: 'admin', password: 'correct-horse' }

test('the first start shows the login', () => {
  const text = welcome('http://127.0.0.1:4600', options, login)
  for (const word of ['http://127.0.0.1:4600', 'recovery', 'admin', 'correct-horse']) expect(text).toContain(word)
})

test('later starts show only the address', () => {
  expect(welcome('http://127.0.0.1:4600', options, undefined)).not.toContain('password')
})

test('a password set by the operator is not printed', () => {
  expect(welcome('http://x', { ...options, adminPassword: 'hush' }, { ...login, password: 'hush' })).not.toContain(
    'hush',
  )
})
