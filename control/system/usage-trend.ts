// Usage over the last week, from the samples of a silo or the fleet.
import { sql } from 'kysely'
import type { Ctx } from '../frame/context.ts'

const HOUR_MS = 3_600_000
export const TREND_STEP_MS = 6 * HOUR_MS
export const TREND_STEPS = 28

const NOTHING = { cpus: 0, memory: 0, storage: 0 }

/** The level at each step, with one index lookup per step regardless of the number of samples. */
export async function usageTrend(ctx: Ctx, subject_id: string) {
  const now = Date.parse(ctx.now)
  const times = Array.from({ length: TREND_STEPS + 1 }, (_, at) =>
    new Date(now - (TREND_STEPS - at) * TREND_STEP_MS).toISOString(),
  )
  const levelAt = (time: string, at: number) =>
    ctx.db
      .selectFrom(
        ctx.db
          .selectFrom('usage_sample')
          .select(['cpus', 'memory', 'storage'])
          .where('subject_id', '=', subject_id)
          .where('time', '<=', time)
          .orderBy('time', 'desc')
          .limit(1)
          .as('level'),
      )
      .select(['cpus', 'memory', 'storage', sql.lit(at).$castTo<number>().as('step')])
  const [first, ...rest] = times.map(levelAt)
  const levels = await rest.reduce((all, one) => all.unionAll(one), first!).execute()
  const found = new Map(levels.map(({ step, ...used }) => [Number(step), used]))
  return times.map((time, at) => ({ time, used: found.get(at) ?? NOTHING }))
}
