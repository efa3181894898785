// The size of an instance: its limits, and changing it in one step. A running instance stops first; the instance loop calls
// `endResize` in the transaction in which it has stopped, so that a closed browser or a crash never leaves it off.
import type { Wire } from '#contract/api.ts'
import { canInstance } from '#contract/instance-states.ts'
import type { instanceSize as operations } from '#contract/instance-size.ts'
import { GIB, MAX_MEMORY_GIB, MAX_VCPUS, MIN_MEMORY_GIB } from '#contract/limits.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { conflict, Failure, invalidRequest, invalidValue } from '../frame/errors.ts'
import type { Happened } from '../frame/events.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'
import { charge, chargeAnyway, credit } from '../frame/usage.ts'
import { amountOf, beginStart, changeState } from './instance-actions.ts'
import { shownInstance } from './instance.ts'
import { place } from './placement.ts'

type Size = Wire<'InstanceResize'>

export function checkSize({ ncpus, memory }: Size): void {
  if (ncpus < 1) throw invalidRequest('an instance needs at least 1 vCPU')
  if (ncpus > MAX_VCPUS) throw invalidRequest(`cannot have more than ${MAX_VCPUS} vCPUs per instance`)
  if (memory < MIN_MEMORY_GIB * GIB) throw invalidValue('size', `memory must be at least ${MIN_MEMORY_GIB} GiB`)
  if (memory % GIB !== 0) throw invalidValue('size', 'memory must be divisible by 1 GiB')
  if (memory > MAX_MEMORY_GIB * GIB)
    throw invalidValue('size', `memory must be less than or equal to ${MAX_MEMORY_GIB} GiB`)
}

export const instanceSize = {
  async instance_resize(ctx, { path, query, body }) {
    const row = ctx.subject(await findInstance(ctx, { ...path, ...query }, 'modify'))
    checkSize(body)
    if (row.ncpus === body.ncpus && row.memory === body.memory && !row.resize) return shownInstance(row)
    if (row.resize) throw conflict('instance is already being resized')
    if (!canInstance('resize_and_restart', row.run_state))
      throw conflict(`instance is in state ${row.run_state} but it must be running, stopped or failed to be resized`)
    if (row.run_state !== 'running') return shownInstance(await changeSize(ctx, row, body))
    await mustFit(ctx, row, body)
    ctx.poke('instance')
    const { ncpus, memory } = body
    return shownInstance(await changeState(ctx, row, 'stopping', { resize: { ncpus, memory, start: true } }))
  },
} satisfies Handlers<keyof typeof operations>

const changeSize = (ctx: Pick<Ctx, 'host' | 'db' | 'now'>, { id }: InstanceRow, { ncpus, memory }: Size) =>
  ctx.db
    .updateTable('instance')
    .set({ ncpus, memory, time_modified: ctx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Refuses before anything stops. What the instance holds now is free by then. */
async function mustFit(ctx: Ctx, row: InstanceRow, size: Size): Promise<void> {
  const resized = { ...row, ...size }
  await credit(ctx, row, amountOf(row))
  await charge(ctx, row, amountOf(resized))
  await credit(ctx, row, amountOf(resized))
  await chargeAnyway(ctx, row, amountOf(row))
  await place(ctx, resized, { held: row })
}

/**
 * Starts an instance that has stopped with its new size. Someone else may have taken the room meanwhile: then it starts with the size that
 * it had, or stays stopped if even that does not fit any more. The reason is in the activity, and on its page if it stays stopped.
 */
export async function endResize(ctx: Pick<Ctx, 'host' | 'db' | 'now'>, before: InstanceRow, stopped: InstanceRow) {
  const { resize } = before
  if (!resize?.start) return undefined
  try {
    await beginStart(ctx, stopped)
    return told('resized')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const kept = await changeSize(ctx, stopped, before)
    await beginStart(ctx, kept).catch(async (second: unknown) => {
      if (!(second instanceof Failure)) throw second
      await changeState(ctx, kept, 'stopped', { failure_reason: second.message })
    })
    return told('not_resized', error.message)
  }
}

const told = (outcome: 'resized' | 'not_resized', reason: string | null = null): Happened => ({ outcome, reason })
