// Since when sleds accept no new instances, from the event log. A sled that never accepted any, such as the control plane's host,
// has no such event: it is not out of service.
import type { Ctx } from '../frame/context.ts'

/** By sled; only for those whose policy an operator changed. */
export async function policyTimes(ctx: Pick<Ctx, 'db'>, sleds: readonly string[]): Promise<Map<string, string>> {
  if (sleds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('event')
    .select(({ fn }) => ['target_id', fn.max('time').as('time')])
    .where('target_id', 'in', sleds)
    .where('operation', '=', 'sled_set_provision_policy')
    .where('status', '<', 400)
    .groupBy('target_id')
    .execute()
  return new Map(rows.flatMap(({ target_id, time }) => (target_id ? [[target_id, time]] : [])))
}
