// Authorization test cases for passkeys.
import type { passkey as operations } from '#contract/passkey.ts'
import { makeAuthenticator } from '../authenticator.ts'
import { row, type Cases } from '../authz-row.ts'
import { anyone, signedIn } from '../authz-rules.ts'
import { must, type Call, type Prepared } from '../authz-world.ts'
import type { Person } from '../world.ts'
import { asOwner, somebody } from './access-token.ts'

const PASSKEYS = '/rackwright/me/passkeys'

const challenge = async (person: Person, path: string, body?: object) =>
  (await must(person, 'POST', path, body)) as unknown as { options: string; ticket: string }

/** A user who has answered a challenge, which is not yet sent. */
async function creating(w: Prepared) {
  const { person } = await somebody(w)
  const authenticator = makeAuthenticator('rack.test')
  const { options, ticket } = await challenge(person, `${PASSKEYS}/begin`, {})
  return { person, authenticator, body: { name: 'laptop', ticket, response: authenticator.create(options) } }
}

async function created(w: Prepared) {
  const made = await creating(w)
  const passkey = (await must(made.person, 'POST', PASSKEYS, made.body)) as unknown as {
    id: string
    recovery_codes: string[]
  }
  return { ...made, passkey }
}

async function signingIn(w: Prepared): Promise<Call> {
  const { authenticator } = await created(w)
  const { options, ticket } = await challenge(w.world.anonymous, `/rackwright/login/${w.silo.name}/passkey/begin`)
  return { path: { silo_name: w.silo.name }, body: { ticket, response: authenticator.get(options) } }
}

export const passkey: Cases<keyof typeof operations> = {
  passkey_list: row({ rule: signedIn, call: () => ({}) }),
  passkey_begin: row({
    rule: signedIn,
    make: somebody,
    call: (_, { person }) => ({ ...asOwner(person), body: {} }),
  }),
  passkey_create: row({
    rule: signedIn,
    make: creating,
    call: (_, { person, body }) => ({ ...asOwner(person), body }),
  }),
  passkey_delete: row({
    rule: signedIn,
    make: created,
    call: (_, { person, passkey: { id, recovery_codes } }) => ({
      ...asOwner(person),
      path: { passkey_id: id },
      body: { passcode: recovery_codes[0] },
    }),
  }),
  passkey_proof_begin: row({ rule: signedIn, make: created, call: (_, { person }) => asOwner(person) }),
  login_passkey_begin: row({ rule: anyone, call: (w) => ({ path: { silo_name: w.silo.name } }) }),
  login_passkey: row({ rule: anyone, make: signingIn, call: (_, call) => call }),
}
