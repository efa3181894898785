// The limit on the lifetime of new access tokens of any silo, for its administrators and for operators.
import type { siloAuthSettings as operations } from '#contract/silo-auth-settings.ts'
import type { Handlers } from '../../frame/context.ts'
import { findSilo } from '../../frame/find-silo.ts'
import { limitTokens, settingsOf } from './auth-settings.ts'

export const siloAuthSettings = {
  async silo_auth_settings_view(ctx, { path }) {
    return settingsOf(await findSilo(ctx, path.silo, 'read'))
  },

  async silo_auth_settings_update(ctx, { path, body }) {
    return limitTokens(ctx, await findSilo(ctx, path.silo, 'read'), body)
  },
} satisfies Handlers<keyof typeof operations>
