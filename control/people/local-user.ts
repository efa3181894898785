// Local users as the console creates them. Unlike with the published operations, their passwords are checked, administrators can ask for
// another one at the next sign-in, and a role comes with the user.
import type { localUser as operations } from '#contract/local-user.ts'
import { mayAdministerSilo } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { forbidden, invalidRequest } from '../frame/errors.ts'
import { siloSubject, type SiloRow } from '../frame/find-silo.ts'
import { findUser } from './find-user.ts'
import { removePasskeys } from './second-factor/passcode.ts'
import { assertGoodPassword } from './own-password/password-rule.ts'
import { addSiloRole } from './policy.ts'
import { findLocalSilo, findTakeover, insertLocalUser, replacePassword } from './user.ts'

export const localUser = {
  local_user_create: {
    async outside(ctx, { query, body: { external_id, password, must_change, role } }) {
      const found = await findManagedSilo(ctx, query.silo)
      assertGoodPassword(password, external_id, found)
      const password_hash = await ctx.host.passwords.hash(password)
      return ctx.write(async (inside) => {
        const silo = await findManagedSilo(inside, found.id)
        const time_password_due = must_change ? inside.now : null
        const user = await insertLocalUser(inside, { silo_id: silo.id, external_id, password_hash, time_password_due })
        if (role) await addSiloRole(inside, silo, user.id, role)
        return user
      })
    },
  },

  local_user_set_password: {
    async outside(ctx, { path, body: { password, must_change } }) {
      const { name, silo_id } = await findOther(ctx, path.user_id)
      assertGoodPassword(password, name, await findLocalSilo(ctx, silo_id))
      const password_hash = await ctx.host.passwords.hash(password)
      return ctx.write(async (inside) => {
        const { id } = await findOther(inside, path.user_id)
        await replacePassword(inside, id, password_hash, must_change ? inside.now : null)
        // users may have lost their account to somebody, whose passkey needs no password
        await removePasskeys(inside.db, id)
      })
    },
  },
} satisfies Handlers<keyof typeof operations>

/** The caller's own without a selector. Only silos with local users are found. */
export async function findManagedSilo(ctx: Ctx, selector: string | undefined): Promise<SiloRow> {
  const actor = actorOf(ctx)
  const silo = await findLocalSilo(ctx, selector ?? actor.silo_id)
  if (!mayAdministerSilo(actor, silo.id)) throw forbidden(siloSubject(silo))
  return silo
}

/** Somebody else whose password the caller can set. */
async function findOther(ctx: Ctx, id: string) {
  const { silo_id } = await findUser(ctx, id)
  if (id === actorOf(ctx).id) throw invalidRequest('change your own password with POST /rackwright/me/password')
  return ctx.subject(await findTakeover(ctx, silo_id, id))
}
