// Racks, as fleet viewers see them.
import type { rack as operations } from '#contract/rack.ts'
import type { Handlers } from '../frame/context.ts'
import { notFound } from '../frame/errors.ts'
import { page } from '../frame/page.ts'
import { assertFleet, assertFleetThing } from '../frame/fleet.ts'

export const rack = {
  async rack_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    return page(query, ctx.db.selectFrom('rack').selectAll(), 'rack')
  },

  async rack_view(ctx, { path }) {
    assertFleetThing(ctx, 'rack', path.rack_id)
    const row = await ctx.db.selectFrom('rack').selectAll().where('id', '=', path.rack_id).executeTakeFirst()
    if (!row) throw notFound('rack', path.rack_id)
    return row
  },
} satisfies Handlers<keyof typeof operations>
