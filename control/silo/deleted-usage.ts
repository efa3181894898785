// What deleted things take up until they are removed for good, which the published utilization leaves out.
import type { deletedUsage as operations } from '#contract/deleted-usage.ts'
import type { Handlers } from '../frame/context.ts'
import { findSilo } from '../frame/find-silo.ts'
import { assertFleet } from '../frame/fleet.ts'
import { keptStorage } from '../frame/kept.ts'
import { pageBy } from '../frame/page.ts'

export const deletedUsage = {
  async deleted_usage_view(ctx, { path }) {
    return { storage: await keptStorage(ctx.db, (await findSilo(ctx, path.silo, 'read')).id) }
  },

  async system_deleted_usage_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const rows = ctx.db
      .selectFrom('deleted')
      .select((is) => ['silo_id', is.fn.sum<number | string>('size').as('storage')])
      .where('size', '>', 0)
      .groupBy('silo_id')
    const { items, next_page } = await pageBy(query, rows, [{ column: 'silo_id', text: (row) => row.silo_id }])
    // some engines return sums as text
    return { items: items.map(({ silo_id, storage }) => ({ silo_id, storage: Number(storage) })), next_page }
  },
} satisfies Handlers<keyof typeof operations>
