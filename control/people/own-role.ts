// The caller's own roles, as every lookup decides by them. Access tokens with a scope have what remains of their owner's.
import { MAX_OWN_ROLES } from '#contract/limits.ts'
import type { ownRole as operations } from '#contract/own-role.ts'
import { actorOf, type Handlers } from '../frame/context.ts'

export const ownRole = {
  async own_role_view(ctx) {
    const { silo = null, silo_id, projects } = actorOf(ctx)
    const ids = [...projects.keys()]
    const rows =
      ids.length === 0
        ? []
        : await ctx.db
            .selectFrom('project')
            .select(['id', 'name'])
            .where('silo_id', '=', silo_id)
            .where('id', 'in', ids.slice(0, MAX_OWN_ROLES))
            .orderBy('name')
            .execute()
    const held = rows.map(({ id, name }) => ({ id, name, role: projects.get(id)! }))
    return { silo, projects: held, is_complete: ids.length <= MAX_OWN_ROLES }
  },
} satisfies Handlers<keyof typeof operations>
