// Groups of a silo, created by identity providers or with the silo. No API operation changes their members.
import type { group as operations } from '#contract/group.ts'
import { maySilo } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { notFound } from '../frame/errors.ts'
import { page } from '../frame/page.ts'

export const groups = (ctx: Ctx) =>
  ctx.db.selectFrom('silo_group').select(['id', 'external_id as display_name', 'silo_id'])

/** Callers who can read the silo can read its groups. */
export async function findGroup(ctx: Ctx, id: string) {
  const row = await groups(ctx).where('id', '=', id).executeTakeFirst()
  if (!row || !maySilo(actorOf(ctx), row.silo_id, 'read')) throw notFound('silo-group', id)
  return row
}

export const group = {
  async group_list(ctx, { query }) {
    return page(query, groups(ctx).where('silo_id', '=', actorOf(ctx).silo_id), 'silo_group')
  },

  async group_view(ctx, { path }) {
    return findGroup(ctx, path.group_id)
  },
} satisfies Handlers<keyof typeof operations>
