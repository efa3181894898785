// Starting, stopping and rebooting an instance. Handlers only record the intent; reconcile/instance.ts carries it out.
import { canInstance, type InstanceState } from '#contract/instance-states.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { conflict, Failure, invalidRequest } from '../frame/errors.ts'
import { decideArchitecture } from './instance-architecture.ts'
import { shownInstance } from './instance.ts'
import { place, type Choice } from './placement.ts'
import { charge, credit } from '../frame/usage.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'
import type { RoomCtx } from '../frame/kept.ts'

/** States in which a machine may exist: they hold a sled and count against the quota. */
export const MACHINE_STATES: readonly InstanceState[] = [
  'starting',
  'running',
  'stopping',
  'rebooting',
  'migrating',
  'repairing',
]
export const holdsMachine = (state: InstanceState) => MACHINE_STATES.includes(state)

/** Reconcilers, which have no caller, change states too. */
type Inside = Pick<Ctx, 'db' | 'now'>
type Change = Partial<Omit<InstanceRow, 'id' | 'run_state'>>

export async function changeState(
  ctx: Inside,
  row: InstanceRow,
  run_state: InstanceState,
  also: Change = {},
): Promise<InstanceRow> {
  return ctx.db
    .updateTable('instance')
    .set({ ...also, run_state, time_run_state_updated: ctx.now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const amountOf = (row: InstanceRow) => ({ cpus: row.ncpus, memory: row.memory })

/** Reserves quota and a sled, or refuses and reserves nothing. */
export async function beginStart(ctx: RoomCtx, row: InstanceRow, also: Change = {}): Promise<InstanceRow> {
  await charge(ctx, row, amountOf(row))
  const { sled_id, reason } = await place(ctx, row).catch(async (error: unknown) => {
    // a create continues without the start in the same transaction, so the charge must be reversed
    if (error instanceof Failure) await credit(ctx, row, amountOf(row))
    throw error
  })
  const architecture = await decideArchitecture(ctx.db, row, sled_id)
  await recordPlacement(ctx, row.id, { sled_id, reason })
  const fresh = { sled_id, architecture, generation: row.generation + 1, failure_reason: null, reboot_request: null }
  return changeState(ctx, row, 'starting', { ...also, ...fresh })
}

/** Replaces what was recorded before. */
export async function recordPlacement(ctx: Inside, instance_id: string, choice: Choice): Promise<void> {
  const why = { ...choice, time_placed: ctx.now }
  await ctx.db
    .insertInto('instance_placement')
    .values({ instance_id, ...why })
    .onConflict((known) => known.column('instance_id').doUpdateSet(why))
    .execute()
}

/** Called when no machine is left: releases what the start reserved. A size that waited for this is in force from now on. */
export async function settle(
  ctx: Inside,
  row: InstanceRow,
  run_state: Extract<InstanceState, 'stopped' | 'failed'>,
  failure_reason: string | null = null,
): Promise<InstanceRow> {
  if (holdsMachine(row.run_state)) await credit(ctx, row, amountOf(row))
  await ctx.db.deleteFrom('instance_placement').where('instance_id', '=', row.id).execute()
  // a machine that is not there does not move
  await ctx.db
    .updateTable('instance_migration')
    .set({ state: 'failed', reason: 'The instance ended.', time_ended: ctx.now })
    .where('instance_id', '=', row.id)
    .where('time_ended', 'is', null)
    .execute()
  const { ncpus, memory } = row.resize ?? row
  return changeState(ctx, row, run_state, {
    ncpus,
    memory,
    resize: null,
    sled_id: null,
    reboot_request: null,
    time_taken_over: null,
    failure_reason,
  })
}

/** Does nothing to an instance that is stopped or stopping, except that one that is being resized then stays stopped. */
export async function beginStop(ctx: Ctx, row: InstanceRow): Promise<InstanceRow> {
  switch (row.run_state) {
    case 'stopped':
      return row
    case 'stopping':
      return row.resize ? changeState(ctx, row, 'stopping', { resize: { ...row.resize, start: false } }) : row
    case 'creating':
      throw invalidRequest('cannot change instance state while it is still being created')
    case 'destroyed':
      throw invalidRequest('instance state cannot be changed from destroyed')
  }
  ctx.poke('instance')
  // a failed instance has no machine to wait for
  if (!holdsMachine(row.run_state)) return settle(ctx, row, 'stopped')
  return changeState(ctx, row, 'stopping', { reboot_request: null })
}

export const instanceActions = {
  async instance_start(ctx, { path, query }) {
    const row = ctx.subject(await findInstance(ctx, { ...path, ...query }, 'modify'))
    if (canInstance('start', row.run_state)) {
      ctx.poke('instance')
      return shownInstance(await beginStart(ctx, row))
    }
    switch (row.run_state) {
      case 'starting':
      case 'running':
      case 'rebooting':
      case 'migrating':
        return shownInstance(row)
      case 'stopping':
        throw conflict('instance must finish stopping before it can be started')
      default:
        throw conflict(`instance is in state ${row.run_state} but it must be stopped to be started`)
    }
  },

  async instance_stop(ctx, { path, query }) {
    return shownInstance(await beginStop(ctx, ctx.subject(await findInstance(ctx, { ...path, ...query }, 'modify'))))
  },

  async instance_reboot(ctx, { path, query }) {
    const row = ctx.subject(await findInstance(ctx, { ...path, ...query }, 'modify'))
    if (canInstance('reboot', row.run_state)) {
      ctx.poke('instance')
      return shownInstance(await changeState(ctx, row, 'rebooting', { reboot_request: ctx.requestId }))
    }
    switch (row.run_state) {
      case 'rebooting':
        return shownInstance(row)
      case 'stopped':
      case 'creating':
      case 'destroyed':
        throw invalidRequest(`cannot reboot an instance in state ${row.run_state} with no VMM`)
      case 'failed':
        throw invalidRequest('instance state cannot be changed from failed')
      default:
        throw invalidRequest(`instance state cannot be changed from state "${row.run_state}"`)
    }
  },
} satisfies Handlers<'instance_start' | 'instance_stop' | 'instance_reboot'>
