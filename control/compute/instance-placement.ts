// Why an instance runs where it does, and which sleds could take it now.
import type { instancePlacement as operations } from '#contract/instance-placement.ts'
import type { Handlers } from '../frame/context.ts'
import { findInstanceAnywhere } from './find-instance-anywhere.ts'
import { survey } from './placement.ts'
import { whatIsMissing } from './placement-text.ts'

export const instancePlacement = {
  async instance_placement_view(ctx, { path, query }) {
    const row = await findInstanceAnywhere(ctx, { ...path, ...query }, 'viewer')
    const { sled_id } = row
    const placements = ctx.db.selectFrom('instance_placement').selectAll().where('instance_id', '=', row.id)
    const placed = sled_id ? await placements.where('sled_id', '=', sled_id).executeTakeFirst() : undefined
    const found = await survey(ctx.db, row, sled_id ?? undefined)
    return {
      sled_id,
      reason: placed?.reason ?? null,
      time_placed: placed?.time_placed ?? null,
      sleds: found.judged.map(({ sled, fits, verdicts }) => ({
        sled_id: sled.id,
        serial: sled.serial,
        fits,
        conditions: verdicts,
      })),
      refusal: found.judged.some(({ fits }) => fits) ? null : whatIsMissing(found),
    }
  },
} satisfies Handlers<keyof typeof operations>
