// Authorization test cases for the second factor.
import type { secondFactor as operations } from '#contract/second-factor.ts'
import { PENDING_LOGIN_HEADER } from '../../frame/ports/caller.ts'
import { totpCode } from '../../people/second-factor/totp.ts'
import { row, type Cases } from '../authz-row.ts'
import { actors, anyone, onSilo, signedIn } from '../authz-rules.ts'
import { makeUser, must, type Call, type Prepared } from '../authz-world.ts'
import { PASSWORD, type Person } from '../world.ts'
import { asOwner, ofUser, somebody } from './access-token.ts'

const STEP_MS = 30_000
const FACTOR = '/rackwright/me/second-factor'

/** A user who has begun to set up an authenticator app, and the app's next code. */
async function enrolling(w: Prepared) {
  const name = w.fresh('user')
  const { id, person } = await makeUser(w.world, w.silo.name, name)
  const { secret } = (await must(person, 'POST', FACTOR, {})) as unknown as { secret: string }
  const code = () => totpCode(secret, w.world.clock.now())
  return { id, name, person, code }
}

/** The app is set up. Each call needs another code, so time passes. */
async function enrolled(w: Prepared) {
  const user = await enrolling(w)
  await must(user.person, 'POST', `${FACTOR}/confirm`, { passcode: await user.code() })
  await w.world.clock.advance(STEP_MS)
  return user
}

const withCode = async (person: Person, code: () => Promise<string>): Promise<Call> => ({
  ...asOwner(person),
  body: { passcode: await code() },
})

/** Everyone calls with the same browser, in which the password has been entered. */
async function pending(w: Prepared): Promise<Call> {
  const { name, code } = await enrolled(w)
  const credentials = { username: name, password: PASSWORD }
  const { headers } = await w.world.anonymous.raw('POST', `/v1/login/${w.silo.name}/local`, credentials)
  const browser = w.world.withPendingLogin(headers.get(PENDING_LOGIN_HEADER)!)
  return {
    as: Object.fromEntries(actors.map((actor) => [actor, browser])),
    path: { silo_name: w.silo.name },
    body: { passcode: await code() },
  }
}

const ofSilo = (w: Prepared) => ({ path: { silo: w.silo.name }, hidden: `silo with name "${w.silo.name}"` })

export const secondFactor: Cases<keyof typeof operations> = {
  login_second_factor: row({ rule: anyone, make: pending, call: (_, call) => call }),
  second_factor_view: row({ rule: signedIn, call: () => ({}) }),
  second_factor_enroll: row({
    rule: signedIn,
    make: somebody,
    call: (_, { person }) => ({ ...asOwner(person), body: { password: PASSWORD } }),
  }),
  second_factor_confirm: row({
    rule: signedIn,
    make: enrolling,
    call: (_, { person, code }) => withCode(person, code),
  }),
  second_factor_replace_recovery_codes: row({
    rule: signedIn,
    make: enrolled,
    call: (_, { person, code }) => withCode(person, code),
  }),
  second_factor_disable: row({
    rule: signedIn,
    make: enrolled,
    call: (_, { person, code }) => withCode(person, code),
  }),
  user_second_factor_view: row({ rule: onSilo.administer, make: somebody, call: ofUser }),
  user_second_factor_reset: row({ rule: onSilo.administer, make: somebody, call: ofUser }),
  second_factor_policy_view: row({ rule: onSilo.read, call: ofSilo }),
  second_factor_policy_update: row({
    rule: onSilo.administer,
    call: (w) => ({ ...ofSilo(w), body: { time_required: null } }),
  }),
}
