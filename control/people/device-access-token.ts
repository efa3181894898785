// Access tokens as newer clients of the published API list and revoke them.
import type { deviceAccessToken as operations } from '#contract/device-access-token.ts'
import { actorOf, type Handlers } from '../frame/context.ts'
import { page } from '../frame/page.ts'
import { revokeToken, tokensOf } from './access-token.ts'
import { findManagedUser } from './find-user.ts'

export const deviceAccessToken = {
  async current_user_access_token_list(ctx, { query }) {
    return page(query, tokensOf(ctx, actorOf(ctx).id), 'device_access_token')
  },

  async current_user_access_token_delete(ctx, { path }) {
    await revokeToken(ctx, actorOf(ctx), path.token_id)
  },

  async user_token_list(ctx, { path, query }) {
    const user = await findManagedUser(ctx, path.user_id)
    return page(query, tokensOf(ctx, user.id), 'device_access_token')
  },
} satisfies Handlers<keyof typeof operations>
