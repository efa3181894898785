// Usage over the last week, from the samples of a silo or the fleet.
import { sql } from 'kysely'
import type { Ctx } from '../frame/context.ts'
import { gapsOf } from '../metrics/sampled-periods.ts'

const HOUR_MS = 3_600_000
export const TREND_STEP_MS = 6 * HOUR_MS
export const TREND_STEPS = 28

/** The level at each step, or null if the server was off or the subject did not exist, with one index lookup per step regardless of the number of samples. */
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
  const gaps = await gapsOf(ctx.db)
  const isOff = (moment: number) => gaps.some(({ from, to }) => moment >= from && moment < to)
  return times.map((time, at) => ({ time, used: isOff(Date.parse(time)) ? null : (found.get(at) ?? null) }))
}
