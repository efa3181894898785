// Removes a host: its sled is expunged. One that is off and stays off, as a person has confirmed, takes its instances with it.
import type { Ctx } from '../../frame/context.ts'
import { invalidRequest } from '../../frame/errors.ts'
import { failInstances, REMOVED_HOST } from './fail-instances.ts'
import { placeOf, type HostRow } from './host-state.ts'

const MAX_NAMES = 5

export async function removeHost(ctx: Ctx, row: HostRow, { force }: { force: boolean }): Promise<void> {
  const sleds = ctx.db
    .selectFrom('sled')
    .select('id')
    .where('id', '=', row.sled_id ?? '')
  const sled = await sleds.where('policy_kind', '=', 'in_service').executeTakeFirst()
  if (sled) {
    const instances = await ctx.db.selectFrom('instance').selectAll().where('sled_id', '=', sled.id).execute()
    if (instances.length > 0 && !force) throw invalidRequest(stillRuns(row, instances))
    const arriving = await arrivingAt(ctx, sled.id)
    if (arriving.length > 0 && !force)
      throw invalidRequest(`instances are moving to host ${placeOf(row)}: wait for them, or cancel their migrations`)
    for (const { id } of arriving)
      await ctx.db.updateTable('instance_migration').set({ is_cancelled: true }).where('id', '=', id).execute()
    await failInstances(ctx, instances, REMOVED_HOST)
    await expunge(ctx, sled.id)
  }
  if (row.sled_id !== null)
    await ctx.db.deleteFrom('uninitialized_sled').where('hardware_id', '=', row.sled_id).execute()
  // one that may still run something is forgotten only when it has ended that
  if (sled && force) await ctx.db.updateTable('host').set({ time_removed: ctx.now }).where('id', '=', row.id).execute()
  else await ctx.db.deleteFrom('host').where('id', '=', row.id).execute()
  ctx.poke('host', 'hardware', 'instance')
}

const arrivingAt = (ctx: Ctx, sled_id: string) =>
  ctx.db
    .selectFrom('instance_migration')
    .select('id')
    .where('to_sled_id', '=', sled_id)
    .where('time_ended', 'is', null)
    .execute()

function stillRuns(row: HostRow, instances: readonly { name: string }[]): string {
  const names = instances.map(({ name }) => name).sort()
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  const what = names.slice(0, MAX_NAMES).join(', ') + more
  return `host ${placeOf(row)} has instances: ${what}; drain its sled first, or remove it by force if it is off and stays off`
}

async function expunge(ctx: Ctx, sled_id: string): Promise<void> {
  const gone = { policy_kind: 'expunged', state: 'decommissioned', time_modified: ctx.now } as const
  const quiet = { time_unreachable: null, problem: null }
  await ctx.db
    .updateTable('sled')
    .set({ ...gone, ...quiet })
    .where('id', '=', sled_id)
    .execute()
  await ctx.db.updateTable('physical_disk').set(gone).where('sled_id', '=', sled_id).execute()
}
