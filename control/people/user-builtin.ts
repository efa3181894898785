// Built-in users that the system itself acts as. Nobody can log in as one.
import type { userBuiltin as operations } from '#contract/user-builtin.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { notFound } from '../frame/errors.ts'
import { assertFleet, assertFleetThing } from '../frame/fleet.ts'
import { pageOf } from '../frame/page.ts'

const id = (end: string) => `001de000-05e4-4000-8000-${end.padStart(12, '0')}`

/** `role` is the fleet role, which the fleet's policy does not show. */
export const BUILT_IN_USERS = [
  { id: id('1'), name: 'db-init', description: 'sets up an empty database', role: 'admin' },
  { id: id('2'), name: 'internal-api', description: 'acts for internal services', role: 'admin' },
  { id: id('3'), name: 'external-authn', description: 'authenticates callers', role: 'external-authenticator' },
  { id: id('3a8a'), name: 'saga-recovery', description: 'resumes interrupted work', role: 'admin' },
  { id: id('4ead'), name: 'internal-read', description: 'reads only', role: 'viewer' },
  { id: id('bac3'), name: 'service-balancer', description: 'moves services between sleds', role: 'admin' },
]

/** Their creation time is that of the first rack. */
async function users(ctx: Ctx) {
  const racks = ctx.db.selectFrom('rack').select((is) => is.fn.min('time_created').as('time'))
  const { time } = await racks.executeTakeFirstOrThrow()
  return BUILT_IN_USERS.map((user) => ({ ...user, time_created: time, time_modified: time }))
}

export const userBuiltin = {
  async user_builtin_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    return pageOf(query, await users(ctx), ({ name }) => name)
  },

  async user_builtin_view(ctx, { path }) {
    assertFleetThing(ctx, 'user-builtin', path.user)
    const found = (await users(ctx)).find((user) => user.id === path.user || user.name === path.user)
    if (!found) throw notFound('user-builtin', path.user)
    return found
  },
} satisfies Handlers<keyof typeof operations>
