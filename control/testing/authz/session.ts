// Authorization test cases for sessions.
import { row, type Cases } from '../authz-row.ts'
import { actors, anyone } from '../authz-rules.ts'
import { makeUser, type Call, type Prepared } from '../authz-world.ts'
import { PASSWORD } from '../world.ts'

/** New sessions for all actors, which the calls may end. */
async function spareSessions(w: Prepared): Promise<NonNullable<Call['as']>> {
  const { person } = await makeUser(w.world, w.silo.name, w.fresh('user'))
  return Object.fromEntries(actors.filter((actor) => w.ids[actor]).map((actor) => [actor, person]))
}

export const session: Cases<'login_local' | 'login_options' | 'logout'> = {
  login_local: row({
    rule: anyone,
    call: (w) => ({ path: { silo_name: w.silo.name }, body: { username: 'owner', password: PASSWORD } }),
  }),
  login_options: row({ rule: anyone, call: () => ({}) }),
  logout: row({ rule: anyone, make: spareSessions, call: (_, as) => ({ as }) }),
}
