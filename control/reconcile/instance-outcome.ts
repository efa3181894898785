// Records what became of an instance: its state, its run, its event and, if it failed, an alert.
import type { MachineAt } from '#drivers/machines.ts'
import { beginRun, endRun, lastOutput } from '../compute/console-run.ts'
import { changeState, settle } from '../compute/instance-actions.ts'
import { endResize } from '../compute/instance-size.ts'
import type { Host } from '../frame/context.ts'
import { append, outcomeOf, type Happened } from '../frame/events.ts'
import type { InstanceRow } from '../frame/find-instance.ts'
import { raiseInProject } from '../frame/raise-alert.ts'
import type { Decision } from './instance-decision.ts'

type Outcome = Extract<Decision, { become: string }>

export type DesiredInstance = Pick<
  InstanceRow,
  'id' | 'run_state' | 'generation' | 'reboot_request' | 'sled_id' | 'time_taken_over'
> & {
  to_sled_id: string | null
}

/** Writes the outcome, unless the row has changed since it was read; then it is rechecked. */
export async function recordOutcome(
  host: Host,
  row: DesiredInstance,
  { sled_id }: MachineAt,
  found: Outcome,
): Promise<void> {
  // read before the transaction, because the driver may be slow, and before the machine is removed
  const output = isEnd(found.become) ? await lastOutput(host, { ...row, sled_id }) : undefined
  await host.db.transaction(async (tx) => {
    const ctx = { host, db: tx, now: host.clock.now().toISOString() }
    const current = await tx.selectFrom('instance').selectAll().where('id', '=', row.id).executeTakeFirst()
    if (!current || current.generation !== row.generation || current.run_state !== row.run_state) return
    // what its old sled says no longer counts
    if (current.sled_id !== row.sled_id) return
    if (found.become === 'failed') {
      await settle(ctx, current, 'failed', found.reason)
      const details = { reason: found.reason }
      await raiseInProject(host, tx, ctx.now, 'instance.failed', { noun: 'instance', row: current, details })
    } else if (found.become === 'stopped') {
      const told = await endResize(ctx, current, await settle(ctx, current, 'stopped'))
      if (told) await append(host, tx, outcomeOf(ctx.now, 'instance', current, told))
    } else await changeState(ctx, current, found.become)
    if (found.become === 'running') await beginRun(tx, current, ctx.now)
    if (isEnd(found.become)) {
      const end_reason = found.become === 'failed' ? found.reason : null
      await endRun(tx, current, { time_ended: ctx.now, end_state: found.become, end_reason }, output)
    }
    await append(host, tx, outcomeOf(ctx.now, 'instance', current, happened(row, found)))
  })
}

/** Nothing to tell if a request asked for it: its own event says so. */
function happened({ run_state }: DesiredInstance, found: Outcome): Happened | undefined {
  if (found.become === 'failed') return { outcome: 'failed', reason: found.reason }
  if (found.become === 'rebooting') return { outcome: 'rebooted' }
  const isOff = found.become === 'stopping' || found.become === 'stopped'
  return isOff && run_state !== 'stopping' ? { outcome: 'shut_down' } : undefined
}

const isEnd = (state: InstanceRow['run_state']) => state === 'stopped' || state === 'failed'
