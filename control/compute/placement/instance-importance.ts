// Which instances start first when a sled is lost.
import type { instanceImportance as operations } from '#contract/instance-importance.ts'
import type { Handlers } from '../../frame/context.ts'
import { findInstance } from '../../frame/find-instance.ts'

export const instanceImportance = {
  async instance_importance_view(ctx, { path, query }) {
    const { importance } = await findInstance(ctx, { ...path, ...query }, 'read')
    return { importance: importance ?? 'normal' }
  },

  async instance_importance_update(ctx, { path, query, body: { importance } }) {
    const row = ctx.subject(await findInstance(ctx, { ...path, ...query }, 'modify'))
    const change = { importance, time_modified: ctx.now }
    await ctx.db.updateTable('instance').set(change).where('id', '=', row.id).execute()
    return { importance }
  },
} satisfies Handlers<keyof typeof operations>
