// Passwords and logging for tests: deterministic and fast.
import type { Log } from '../frame/ports/host.ts'
import type { Passwords } from '../frame/ports/secrets.ts'
import { makeSealer } from '../frame/sealer.ts'
import { random } from './host.ts'

export { seededRandom } from '../demo/seeded-random.ts'

/** The server tests Argon2; here a login should cost nothing. */
export const plainPasswords: Passwords = {
  hash: async (password) => `plain:${password}`,
  verify: async (hash, password) => hash === `plain:${password}`,
}

/** The same key everywhere, so that one world can read what another one sealed. */
export const testingSealer = makeSealer({
  key: new Uint8Array(32).fill(7),
  random,
  decodeBase64: (text) => Buffer.from(text, 'base64'),
})

/** Collects unexpected errors, so that a 500 fails the test that caused it. */
export const strictLog = (errors: string[]): Log => ({
  info: () => undefined,
  warn: () => undefined,
  error: (message, facts) => errors.push(`${message} ${JSON.stringify(facts)}`),
})
