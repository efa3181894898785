// Switches of a rack, as fleet viewers see them. Their ports are in fabric/.
import type { switch as operations } from '#contract/switch.ts'
import type { RowOf } from '../db/database.ts'
import type { Handlers } from '../frame/context.ts'
import { notFound } from '../frame/errors.ts'
import { page } from '../frame/page.ts'
import { assertFleet, assertFleetThing } from '../frame/fleet.ts'
import { baseboardOf } from './sled.ts'

const shown = (row: RowOf<'switch'>) => ({ ...row, baseboard: baseboardOf(row) })

export const switches = {
  async switch_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const { items, next_page } = await page(query, ctx.db.selectFrom('switch').selectAll(), 'switch')
    return { items: items.map(shown), next_page }
  },

  async switch_view(ctx, { path }) {
    assertFleetThing(ctx, 'switch', path.switch_id)
    const row = await ctx.db.selectFrom('switch').selectAll().where('id', '=', path.switch_id).executeTakeFirst()
    if (!row) throw notFound('switch', path.switch_id)
    return shown(row)
  },
} satisfies Handlers<keyof typeof operations>
