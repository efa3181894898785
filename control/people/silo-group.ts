// The groups of any silo, for its members and for operators.
import type { siloGroup as operations } from '#contract/silo-group.ts'
import type { Handlers } from '../frame/context.ts'
import { page } from '../frame/page.ts'
import { groups } from './group.ts'
import { findSilo } from '../frame/find-silo.ts'

export const siloGroup = {
  async silo_group_list(ctx, { path, query }) {
    const silo = await findSilo(ctx, path.silo, 'read')
    return page(query, groups(ctx).where('silo_id', '=', silo.id), 'silo_group')
  },
} satisfies Handlers<keyof typeof operations>
