// Physical disks, as fleet viewers see them. Lists show the ones in service.
import type { physicalDisk as operations } from '#contract/physical-disk.ts'
import type { RowOf } from '../db/database.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { notFound } from '../frame/errors.ts'
import { page } from '../frame/page.ts'
import { assertFleet, assertFleetThing } from '../frame/fleet.ts'
import { findSled } from './sled.ts'

const shown = ({ policy_kind, ...row }: RowOf<'physical_disk'>) => ({
  ...row,
  policy: { kind: policy_kind },
})

const inService = (ctx: Ctx) => ctx.db.selectFrom('physical_disk').selectAll().where('policy_kind', '=', 'in_service')

export const physicalDisk = {
  async physical_disk_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const { items, next_page } = await page(query, inService(ctx), 'physical_disk')
    return { items: items.map(shown), next_page }
  },

  async physical_disk_view(ctx, { path }) {
    assertFleetThing(ctx, 'physical-disk', path.disk_id)
    const rows = ctx.db.selectFrom('physical_disk').selectAll()
    const row = await rows.where('id', '=', path.disk_id).executeTakeFirst()
    if (!row) throw notFound('physical-disk', path.disk_id)
    return shown(row)
  },

  async sled_physical_disk_list(ctx, { path, query }) {
    const sled = await findSled(ctx, path.sled_id)
    const { items, next_page } = await page(query, inService(ctx).where('sled_id', '=', sled.id), 'physical_disk')
    return { items: items.map(shown), next_page }
  },
} satisfies Handlers<keyof typeof operations>
