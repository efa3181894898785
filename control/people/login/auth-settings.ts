// The limit on the lifetime of new access tokens of the caller's silo. Every member can read it; administrators change it.
import type { Wire } from '#contract/api.ts'
import type { authSettings as operations } from '#contract/auth-settings.ts'
import { mayAdministerSilo } from '../../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../../frame/context.ts'
import { forbidden } from '../../frame/errors.ts'
import { findSilo, siloSubject, type SiloRow } from '../../frame/find-silo.ts'

export const authSettings = {
  async auth_settings_view(ctx) {
    return settingsOf(await ownSilo(ctx))
  },

  async auth_settings_update(ctx, { body }) {
    return limitTokens(ctx, await ownSilo(ctx), body)
  },
} satisfies Handlers<keyof typeof operations>

const ownSilo = (ctx: Ctx) => findSilo(ctx, actorOf(ctx).silo_id, 'read')

export const settingsOf = ({ id: silo_id, device_token_max_ttl_seconds }: SiloRow) => ({
  silo_id,
  device_token_max_ttl_seconds,
})

export async function limitTokens(
  ctx: Ctx,
  silo: SiloRow,
  { device_token_max_ttl_seconds }: Wire<'SiloAuthSettingsUpdate'>,
) {
  ctx.subject(siloSubject(silo))
  if (!mayAdministerSilo(actorOf(ctx), silo.id)) throw forbidden()
  const changes = { device_token_max_ttl_seconds, time_modified: ctx.now }
  await ctx.db.updateTable('silo').set(changes).where('id', '=', silo.id).execute()
  return settingsOf({ ...silo, ...changes })
}
