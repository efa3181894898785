// Authorization test cases for invitations, local users as the console creates them, and the minimum length of passwords.
import type { invitation as invitations } from '#contract/invitation.ts'
import type { localUser as localUsers } from '#contract/local-user.ts'
import type { passwordPolicy as policies } from '#contract/password-policy.ts'
import { makeAuthenticator } from '../authenticator.ts'
import { row, type Cases } from '../authz-row.ts'
import { anyone, onSilo, special } from '../authz-rules.ts'
import { must, type Prepared } from '../authz-world.ts'
import { ofUser, somebody } from './access-token.ts'

const INVITATIONS = '/rackwright/invitations'
const LONG = 'a long and secret word'

const inSilo = (w: Prepared) => ({ query: { silo: w.silo.name }, hidden: `silo with name "${w.silo.name}"` })

const invited = async (w: Prepared) =>
  (await must(w.owner, 'POST', `${INVITATIONS}?silo=${w.silo.name}`, {
    external_id: w.fresh('guest'),
    role: 'viewer',
  })) as unknown as { id: string; token: string }

async function withPasskey(w: Prepared) {
  const { token } = await invited(w)
  const { options, ticket } = (await must(w.world.anonymous, 'POST', `${INVITATIONS}/passkey`, {
    token,
  })) as unknown as { options: string; ticket: string }
  return { token, passkey: { name: 'laptop', ticket, response: makeAuthenticator('rack.test').create(options) } }
}

/** Whoever cannot administer the silo does not see its invitations. */
const administers = special(
  'silo: admin or fleet admin',
  (who) => onSilo.administer.outcome(who) === 'allow',
  () => false,
)

export const invitation: Cases<keyof typeof invitations> = {
  invitation_list: row({ rule: onSilo.administer, call: inSilo }),
  invitation_create: row({
    rule: onSilo.administer,
    call: (w) => ({ ...inSilo(w), body: { external_id: w.fresh('guest'), role: 'admin' } }),
  }),
  invitation_delete: row({
    rule: administers,
    make: invited,
    call: (_, { id }) => ({ path: { invitation: id }, hidden: `invitation with id "${id}"` }),
  }),
  invitation_open: row({ rule: anyone, make: invited, call: (_, { token }) => ({ body: { token } }) }),
  invitation_passkey_begin: row({ rule: anyone, make: invited, call: (_, { token }) => ({ body: { token } }) }),
  invitation_redeem: row({ rule: anyone, make: withPasskey, call: (_, body) => ({ body }) }),
}

export const localUser: Cases<keyof typeof localUsers> = {
  local_user_create: row({
    rule: onSilo.administer,
    call: (w) => ({ ...inSilo(w), body: { external_id: w.fresh('user'), password: LONG } }),
  }),
  local_user_set_password: row({
    rule: onSilo.administer,
    make: somebody,
    call: (w, user) => ({ ...ofUser(w, user), body: { password: LONG } }),
  }),
}

const ofSilo = (w: Prepared) => ({ path: { silo: w.silo.name }, hidden: `silo with name "${w.silo.name}"` })

export const passwordPolicy: Cases<keyof typeof policies> = {
  password_policy_view: row({ rule: onSilo.read, call: ofSilo }),
  password_policy_update: row({
    rule: onSilo.administer,
    call: (w) => ({ ...ofSilo(w), body: { min_length: null } }),
  }),
}
