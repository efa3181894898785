import { expect, test } from 'vitest'
import { type Options, readOptions } from './options.ts'
import { loginText, welcome } from './welcome.ts'

const options = readOptions([], {}) as Options
const text = (line: string) => welcome('http://x', readOptions(line.split(' '), {}) as Options)
const login = { silo: 'recovery', user: 'admin', password: 'correct-horse' }

test('every start shows the address', () => {
  expect(welcome('http://127.0.0.1:4600', options)).toContain('http://127.0.0.1:4600')
})

test('every start shows what runs machines and what connects them', () => {
  expect(text('--port 1')).toContain('Networks are simulated')
  expect(text('--machines qemu:///system')).toContain('Networks are not enforced')
  expect(text('--network ovn:unix:/run/ovnnb_db.sock')).toContain('on OVN (unix:/run/ovnnb_db.sock)')
})

test('the first login has silo, user and password', () => {
  for (const word of ['recovery', 'admin', 'correct-horse']) expect(loginText(login, options)).toContain(word)
})

test('a password set by the operator is not printed', () => {
  expect(loginText({ ...login, password: 'hush' }, { ...options, adminPassword: 'hush' })).not.toContain('hush')
})
