// Records that instances have failed although no sled reported it, because a person has said so. One that was asked to stop has stopped.
import type { Ctx } from '../../frame/context.ts'
import { append, outcomeOf } from '../../frame/events.ts'
import type { InstanceRow } from '../../frame/find-instance.ts'
import { raiseInProject } from '../../frame/raise-alert.ts'
import { endRun } from '../../compute/console-run.ts'
import { settle } from '../../compute/instance-actions.ts'

export const REMOVED_HOST = 'the host that it ran on was removed'

type Inside = Pick<Ctx, 'host' | 'db' | 'now'>

export async function failInstances(ctx: Inside, rows: readonly InstanceRow[], reason: string): Promise<void> {
  const { host, db, now } = ctx
  for (const row of rows) {
    const isStopping = row.run_state === 'stopping'
    const end_state = isStopping ? 'stopped' : 'failed'
    const end_reason = isStopping ? null : reason
    await settle(ctx, row, end_state, end_reason)
    await endRun(db, row, { time_ended: now, end_state, end_reason })
    if (!isStopping)
      await raiseInProject(host, db, now, 'instance.failed', { noun: 'instance', row, details: { reason } })
    await append(host, db, outcomeOf(now, 'instance', row, isStopping ? undefined : { outcome: 'failed', reason }))
  }
}
