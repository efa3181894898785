// Time, chance and secrets for tests: the same every run, and never slow.
import type { Log, Passwords } from '../frame/ports.ts'

export { seededRandom } from '../demo/seeded-random.ts'

/** Argon2 is tested in the hosts that have it; here a login should cost nothing. */
export const plainPasswords: Passwords = {
  hash: async (password) => `plain:${password}`,
  verify: async (hash, password) => hash === `plain:${password}`,
}

/** Unexpected errors fail the test that caused them: a 500 must not hide behind its answer. */
export const strictLog = (errors: string[]): Log => ({
  info: () => undefined,
  warn: () => undefined,
  error: (message, facts) => errors.push(`${message} ${JSON.stringify(facts)}`),
})
