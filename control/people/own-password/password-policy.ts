// How long new passwords of a silo must be. Passwords from before keep working.
import type { passwordPolicy as operations } from '#contract/password-policy.ts'
import { mayAdministerSilo } from '../../frame/authz.ts'
import { actorOf, type Handlers } from '../../frame/context.ts'
import { forbidden, invalidRequest } from '../../frame/errors.ts'
import { findSilo, siloSubject, type SiloRow } from '../../frame/find-silo.ts'

export const passwordPolicy = {
  async password_policy_view(ctx, { path }) {
    return policyOf(await findSilo(ctx, path.silo, 'read'))
  },

  async password_policy_update(ctx, { path, body: { min_length } }) {
    const silo = await findSilo(ctx, path.silo, 'read')
    ctx.subject(siloSubject(silo))
    if (!mayAdministerSilo(actorOf(ctx), silo.id)) throw forbidden()
    if (silo.identity_mode !== 'local_only')
      throw invalidRequest('users of this silo sign in with an identity provider, which decides about passwords')
    const changes = { min_password_length: min_length, time_modified: ctx.now }
    await ctx.db.updateTable('silo').set(changes).where('id', '=', silo.id).execute()
    return policyOf({ ...silo, ...changes })
  },
} satisfies Handlers<keyof typeof operations>

const policyOf = ({ min_password_length, identity_mode }: SiloRow) => ({
  min_length: min_password_length,
  is_local: identity_mode === 'local_only',
})
