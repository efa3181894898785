// The administrators of the caller's silo, by name. Every user of a silo can list its users, so this reveals only who of them is one.
import { ADMINS_SHOWN } from '#contract/limits.ts'
import type { siloAdmin as operations } from '#contract/silo-admin.ts'
import { actorOf, type Handlers } from '../frame/context.ts'

export const siloAdmin = {
  async silo_admin_list(ctx) {
    const { silo_id } = actorOf(ctx)
    const admins = ctx.db
      .selectFrom('role_assignment')
      .where('resource_type', '=', 'silo')
      .where('resource_id', '=', silo_id)
      .where('role_name', '=', 'admin')
    const named = admins.where('identity_type', '=', 'silo_user').select('identity_id as id')
    const inGroups = admins
      .where('identity_type', '=', 'silo_group')
      .innerJoin('silo_group_member', 'silo_group_member.silo_group_id', 'role_assignment.identity_id')
      .select('silo_group_member.silo_user_id as id')
    const items = await ctx.db
      .selectFrom('silo_user')
      .select('external_id as display_name')
      .where('silo_id', '=', silo_id)
      .where('id', 'in', named.union(inGroups))
      // they could not help
      .where('time_disabled', 'is', null)
      .orderBy('external_id')
      .limit(ADMINS_SHOWN)
      .execute()
    return { items }
  },
} satisfies Handlers<keyof typeof operations>
