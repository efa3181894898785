// Authorization test cases for sessions and the own password.
import { row, type Cases } from '../authz-row.ts'
import { actors, anyone, onSilo, signedIn } from '../authz-rules.ts'
import { makeUser, type Call, type Prepared } from '../authz-world.ts'
import { PASSWORD } from '../world.ts'
import type { ownPassword as ownPasswords } from '#contract/own-password.ts'
import type { ownRole as ownRoles } from '#contract/own-role.ts'
import type { ownSession as ownSessions } from '#contract/own-session.ts'
import { asOwner, ofUser, somebody } from './access-token.ts'

/** New sessions for all actors, which the calls may end. */
async function spareSessions(w: Prepared): Promise<NonNullable<Call['as']>> {
  const { person } = await makeUser(w.world, w.silo.name, w.fresh('user'))
  return Object.fromEntries(actors.filter((actor) => w.ids[actor]).map((actor) => [actor, person]))
}

export const session: Cases<'login_local' | 'login_options' | 'logout' | 'user_session_list' | 'user_logout'> = {
  login_local: row({
    rule: anyone,
    call: (w) => ({ path: { silo_name: w.silo.name }, body: { username: 'owner', password: PASSWORD } }),
  }),
  login_options: row({ rule: anyone, call: () => ({}) }),
  logout: row({ rule: anyone, make: spareSessions, call: (_, as) => ({ as }) }),
  user_session_list: row({ rule: onSilo.administer, make: somebody, call: ofUser }),
  user_logout: row({ rule: onSilo.administer, make: somebody, call: ofUser }),
}

async function twoSessions(w: Prepared) {
  const name = w.fresh('user')
  const { person } = await makeUser(w.world, w.silo.name, name)
  await w.world.login(w.silo.name, name)
  const { items } = (await person.raw('GET', '/rackwright/me/sessions')).body
  const other = (items as { id: string; is_current: boolean }[]).find(({ is_current }) => !is_current)
  return { person, session_id: other!.id }
}

export const ownPassword: Cases<keyof typeof ownPasswords> = {
  own_password_set: row({
    rule: signedIn,
    make: somebody,
    call: (w, { person }) => ({
      ...asOwner(person),
      body: { password: PASSWORD, new_password: w.fresh('a new password of ') },
    }),
  }),
}

export const ownRole: Cases<keyof typeof ownRoles> = {
  own_role_view: row({ rule: signedIn, call: () => ({}) }),
}

export const ownSession: Cases<keyof typeof ownSessions> = {
  own_session_list: row({ rule: signedIn, call: () => ({}) }),
  own_session_delete: row({
    rule: signedIn,
    make: twoSessions,
    call: (_, { person, session_id }) => ({ ...asOwner(person), path: { session_id } }),
  }),
}
