// The setup script of hosts: what it holds, and that a shell reads every setting as it is.
import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostSetupFacts } from '../../testing/hosts.ts'
import { keyLine, networkDatabaseOf, setupScript, shellQuoted, type Setup } from './setup-script.ts'

const setup: Setup = {
  ...hostSetupFacts,
  public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOurs',
  from: [],
  network_database: null,
}

const nasty = fc.string({
  unit: fc.constantFrom("'", '"', '\\', '$', '`', ' ', '\n', ';', '&', '|', '*', '~', '!', '-', '#', 'a', 'é'),
})

/** The script up to its first step, and then what it has as a setting. */
function settingOf(script: string, name: string): string {
  const head = script.slice(0, script.indexOf("\nnotes=''"))
  return execFileSync('sh', ['-c', `${head}\nprintf '%s.' "$${name}"`], { encoding: 'utf8' }).slice(0, -1)
}

test('a shell gets back what was quoted, whatever it is', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const read = execFileSync('sh', ['-c', `printf '%s.' ${shellQuoted(text)}`], { encoding: 'utf8' })
      expect(read).toBe(`${text}.`)
    }),
    { numRuns: 50 },
  )
})

test('every setting reaches the script as it is', () => {
  const odd = `a'b"c$(touch x)\`d\` \\ ;&`
  const script = setupScript({ ...setup, public_key: odd, volumes: odd, hasNetwork: true, network_database: odd })
  for (const name of ['public_key', 'volumes', 'network_database']) expect(settingOf(script, name)).toBe(odd)
  expect(settingOf(script, 'key_line')).toBe(`restrict ${odd} rackwright`)
  expect(settingOf(script, 'server_uid')).toBe('999')
})

test.each([true, false])('a shell can read it, with OVN %s', (hasNetwork) => {
  execFileSync('sh', ['-n'], { input: setupScript({ ...setup, hasNetwork }) })
})

test('the key can only run commands, from the addresses that were set', () => {
  expect(keyLine(setup)).toBe(`restrict ${setup.public_key} rackwright`)
  expect(keyLine({ ...setup, from: ['192.0.2.1', '2001:db8::/32'] })).toBe(
    `restrict,from="192.0.2.1,2001:db8::/32" ${setup.public_key} rackwright`,
  )
})

test('a database that is a socket of the server is not given to others', () => {
  expect(networkDatabaseOf({ ...setup, southbound: 'unix:/run/ovn/ovnsb_db.sock' })).toBe('')
  expect(networkDatabaseOf({ ...setup, southbound: 'ssl:192.0.2.11:6642' })).toBe('ssl:192.0.2.11:6642')
  expect(networkDatabaseOf({ ...setup, southbound: 'unix:/x', network_database: 'tcp:192.0.2.1:6642' })).toBe(
    'tcp:192.0.2.1:6642',
  )
})

test('a server that runs as root is root on its hosts', () => {
  expect(settingOf(setupScript({ ...setup, uid: 0 }), 'login')).toBe('root')
  expect(settingOf(setupScript(setup), 'login')).toBe('rackwright')
})
