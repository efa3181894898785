// An authenticator app.
import { totpCode } from '#control/people/second-factor/totp.ts'

const STEP_MS = 30_000

/** A code works once, so each call waits for one that was not used yet. */
export function makeApp(secret: string) {
  let last: string | undefined
  return async (): Promise<string> => {
    for (;;) {
      // the server accepts a code one step early, so a test waits at most once
      const ahead = last === undefined ? 0 : STEP_MS
      const code = await totpCode(secret, new Date(Date.now() + ahead))
      if (code !== last) return (last = code)
      await new Promise((done) => setTimeout(done, 1000))
    }
  }
}
