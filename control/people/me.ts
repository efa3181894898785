// The caller's own user and groups.
import { FLEET_ROLE_HEADER, INSTALLATION_HEADER, SECOND_FACTOR_DUE_HEADER } from '#contract/role-rules.ts'
import { actorOf, type Handlers } from '../frame/context.ts'
import { installationName } from '../frame/installation-name.ts'
import { page } from '../frame/page.ts'

export const me = {
  async current_user_view(ctx) {
    const { id, external_id, silo_id, silo_name, fleet, mustEnrollFrom } = actorOf(ctx)
    ctx.headers[FLEET_ROLE_HEADER] = fleet ?? 'none'
    if (mustEnrollFrom !== undefined) ctx.headers[SECOND_FACTOR_DUE_HEADER] = mustEnrollFrom
    const name = await installationName(ctx.db)
    if (name) ctx.headers[INSTALLATION_HEADER] = encodeURIComponent(name)
    return { id, display_name: external_id, silo_id, silo_name }
  },

  async current_user_groups(ctx, { query }) {
    const rows = ctx.db
      .selectFrom('silo_group')
      .innerJoin('silo_group_member', 'silo_group_member.silo_group_id', 'silo_group.id')
      .select(['silo_group.id', 'silo_group.external_id as display_name', 'silo_group.silo_id'])
      .where('silo_group_member.silo_user_id', '=', actorOf(ctx).id)
    return page(query, rows, 'silo_group')
  },
} satisfies Handlers<'current_user_view' | 'current_user_groups'>
