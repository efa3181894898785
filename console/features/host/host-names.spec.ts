// The command that operators paste, and the words for checks.
import { expect, test } from 'vitest'
import { checksText, checkTitle, hostName, isLoopback, setupCommand } from './host-names.ts'

const check = (state: 'ok' | 'warning' | 'failed') => ({ name: 'x', state, text: '', remedy: null })

test('the command fetches the script, checks it, and only then runs it', () => {
  expect(setupCommand('https://rack.example.com', 'abc')).toBe(
    "wget -O rackwright-host.sh https://rack.example.com/rackwright/hosts/setup && echo 'abc  rackwright-host.sh' | sha256sum -c && sudo sh rackwright-host.sh",
  )
})

test.each([
  [[], ''],
  [[check('ok'), check('ok')], '2 ok'],
  [[check('ok'), check('warning')], '1 warning'],
  [[check('failed'), check('warning'), check('warning')], '1 failed, 2 warnings'],
])('checks are summed up', (checks, text) => {
  expect(checksText({ checks })).toBe(text)
})

test('a port is named if it is not that of SSH', () => {
  expect(hostName({ address: '192.0.2.2', port: 22 })).toBe('192.0.2.2')
  expect(hostName({ address: '2001:db8::2', port: 2222 })).toBe('[2001:db8::2]:2222')
})

test('checks have titles', () => {
  expect([checkTitle('kvm'), checkTitle('other_hosts')]).toEqual(['KVM', 'Other hosts'])
})

test.each(['localhost', '127.0.0.1', '[::1]', 'rack.localhost'])('%s is this machine', (name) => {
  expect(isLoopback(name)).toBe(true)
})
test.each(['192.0.2.1', 'rack.example.com', 'localhost.example.com'])('%s is another machine', (name) => {
  expect(isLoopback(name)).toBe(false)
})
