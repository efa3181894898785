// How many vCPUs the rack gives out per thread. Lowering it stops nobody: only new starts must fit.
import type { cpuOvercommit as operations } from '#contract/cpu-overcommit.ts'
import { MAX_CPU_OVERCOMMIT } from '#contract/limits.ts'
import type { Queries } from '../db/database.ts'
import type { Handlers } from '../frame/context.ts'
import { invalidValue } from '../frame/errors.ts'
import { assertFleet } from '../frame/fleet.ts'
import { FLEET } from '../frame/subject.ts'

/** The hardware's own default is recorded when it is first seen. */
export async function overcommitOf(db: Queries): Promise<number> {
  const rack = await db.selectFrom('rack').select('cpu_overcommit').orderBy('id').executeTakeFirst()
  return rack?.cpu_overcommit ?? 1
}

export const cpuOvercommit = {
  async cpu_overcommit_view(ctx) {
    assertFleet(ctx, 'viewer')
    return { ratio: await overcommitOf(ctx.db) }
  },

  async cpu_overcommit_update(ctx, { body: { ratio } }) {
    assertFleet(ctx, 'admin')
    ctx.subject({ name: 'cpu-overcommit' }, FLEET)
    if (ratio < 1 || ratio > MAX_CPU_OVERCOMMIT)
      throw invalidValue('ratio', `it must be from 1 to ${MAX_CPU_OVERCOMMIT}`)
    await ctx.db.updateTable('rack').set({ cpu_overcommit: ratio }).execute()
    return { ratio }
  },
} satisfies Handlers<keyof typeof operations>
