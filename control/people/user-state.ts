// Disables, enables and deletes users, whether they sign in with a password or with an identity provider.
import type { userState as operations } from '#contract/user-state.ts'
import { mayAdministerSilo } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { forbidden, invalidRequest } from '../frame/errors.ts'
import { findSilo, siloSubject } from '../frame/find-silo.ts'
import { page } from '../frame/page.ts'
import { endAccess } from './access-end.ts'
import { findManagedUser, users } from './find-user.ts'
import { assertMayTakeOver } from './fleet-grants.ts'
import { lostApps } from './second-factor/lost-app.ts'
import { deleteUser } from './user.ts'

export const userState = {
  async user_state_list(ctx, { query }) {
    const actor = actorOf(ctx)
    const silo = await findSilo(ctx, query.silo ?? actor.silo_id, 'read')
    if (!mayAdministerSilo(actor, silo.id)) throw forbidden(siloSubject(silo))
    const rows = users(ctx).select(['time_disabled', 'time_password_due']).where('silo_user.silo_id', '=', silo.id)
    const { items, next_page } = await page(query, rows, 'silo_user')
    const lost = await lostApps(
      ctx.db,
      ctx.host.sealer,
      items.map(({ id }) => id),
    )
    return { items: items.map((row) => shown({ ...row, must_enroll_again: lost.has(row.id) })), next_page }
  },

  async user_state_view(ctx, { path }) {
    return stateOf(ctx, await findManagedUser(ctx, path.user_id))
  },

  async user_state_update(ctx, { path, body: { enabled } }) {
    const user = ctx.subject(await findManagedUser(ctx, path.user_id))
    // nobody could undo it, if there is no other administrator
    if (!enabled && user.id === actorOf(ctx).id) throw invalidRequest('you cannot disable your own account')
    await assertMayEnd(ctx, user)
    const before = await stateOf(ctx, user)
    if (before.enabled === enabled) return before
    const time_disabled = enabled ? null : ctx.now
    const changes = { time_disabled, time_modified: ctx.now }
    await ctx.db.updateTable('silo_user').set(changes).where('id', '=', user.id).execute()
    if (!enabled) await endAccess(ctx.db, user.id)
    return shown({ ...before, time_disabled })
  },

  async user_delete(ctx, { path }) {
    const user = ctx.subject(await findManagedUser(ctx, path.user_id))
    if (user.id === actorOf(ctx).id) throw invalidRequest('you cannot delete your own account')
    await assertMayEnd(ctx, user)
    await deleteUser(ctx, user.id)
  },
} satisfies Handlers<keyof typeof operations>

interface Stated {
  time_disabled: string | null
  time_password_due: string | null
}

const shown = <Row extends Stated>(row: Row) => ({
  ...row,
  enabled: row.time_disabled === null,
  must_change_password: row.time_password_due !== null,
})

async function stateOf(ctx: Ctx, user: Awaited<ReturnType<typeof findManagedUser>>) {
  const row = await ctx.db
    .selectFrom('silo_user')
    .select(['time_disabled', 'time_password_due'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const must_enroll_again = (await lostApps(ctx.db, ctx.host.sealer, [user.id])).has(user.id)
  return shown({ ...user, ...row, must_enroll_again })
}

/** Administrators of a silo cannot shut out those who operate the fleet. */
const assertMayEnd = async (ctx: Ctx, { id, silo_id }: { id: string; silo_id: string }) =>
  assertMayTakeOver(ctx, await findSilo(ctx, silo_id, 'read'), id)
