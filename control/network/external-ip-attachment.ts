// When an instance's external addresses can change, how many it can have, and what attaching and releasing one writes.
import { canInstance } from '#contract/instance-states.ts'
import { MAX_EXTERNAL_IPS } from '#contract/limits.ts'
import type { Ctx } from '../frame/context.ts'
import type { RowOf } from '../db/database.ts'
import { invalidRequest, unavailable } from '../frame/errors.ts'
import { takeAddress } from './ip-pool-address.ts'
import { poolFor } from './ip-pool.ts'
import { touchVpcOfInstance } from './desired/touch-vpc.ts'

/** The instance columns that address code needs. */
export type Holder = Pick<RowOf<'instance'>, 'id' | 'name' | 'project_id' | 'silo_id'>

/** Settled states only, because a transition in progress would not see the change. */
export function assertSettled({ run_state }: Pick<RowOf<'instance'>, 'run_state'>): void {
  if (canInstance('update_external_ips', run_state)) return
  switch (run_state) {
    case 'creating':
      throw invalidRequest('cannot modify instance IPs, instance is still being created')
    case 'failed':
    case 'repairing':
    case 'destroyed':
      throw invalidRequest('cannot modify instance IPs, instance is in unhealthy state')
    default:
      throw unavailable()
  }
}

export async function assertBelowLimit(ctx: Ctx, instance: { id: string }): Promise<void> {
  const floating = ctx.db.selectFrom('floating_ip').select('id').where('instance_id', '=', instance.id)
  const held = (await floating.execute()).length + ((await ephemeralOf(ctx, instance)) ? 1 : 0)
  if (held >= MAX_EXTERNAL_IPS)
    throw invalidRequest(`an instance may not have more than ${MAX_EXTERNAL_IPS} external IP addresses`)
}

export const ephemeralOf = (ctx: Ctx, instance: { id: string }): Promise<RowOf<'external_ip'> | undefined> =>
  ctx.db
    .selectFrom('external_ip')
    .selectAll()
    .where('instance_id', '=', instance.id)
    .where('kind', '=', 'ephemeral')
    .executeTakeFirst()

export async function takeEphemeral(ctx: Ctx, instance: Holder, selector: string | null): Promise<{ ip: string }> {
  const pool = await poolFor(ctx, instance.silo_id, selector)
  const taken = await takeAddress(ctx, pool.id)
  const ports = { first_port: 0, last_port: 65_535 }
  await insertExternal(ctx, instance, { kind: 'ephemeral', ip_pool_id: pool.id, ...taken, ...ports })
  return taken
}

type External = Pick<RowOf<'external_ip'>, 'kind' | 'ip_pool_id' | 'ip' | 'ip_key' | 'first_port' | 'last_port'>

export async function insertExternal(ctx: Ctx, instance: Holder, external: External): Promise<void> {
  const { id: instance_id, silo_id } = instance
  const row = { ...external, id: ctx.host.random.uuid(), instance_id, silo_id, time_created: ctx.now }
  await ctx.db.insertInto('external_ip').values(row).execute()
  await touchVpcOfInstance(ctx, instance_id)
}

type Floating = RowOf<'floating_ip'>

export function assertAttachable(instance: Holder, row: Floating): void {
  if (row.project_id !== instance.project_id)
    throw invalidRequest('floating IP must be in the same project as the instance')
  if (row.instance_id !== null && row.instance_id !== instance.id)
    throw invalidRequest('floating IP cannot be attached to one instance while still attached to another')
}

/** Null detaches it. */
export async function pointFloating(ctx: Ctx, row: Floating, instance_id: string | null): Promise<Floating> {
  const holder = instance_id ?? row.instance_id
  if (holder) await touchVpcOfInstance(ctx, holder)
  return ctx.db
    .updateTable('floating_ip')
    .set({ instance_id, time_modified: ctx.now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
