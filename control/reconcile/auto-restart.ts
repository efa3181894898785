// Restarts failed instances, unless their policy is never or they were restarted within the last hour.
import type { MachineAt } from '#drivers/machines.ts'
import type { Host } from '../frame/context.ts'
import type { Queries } from '../db/database.ts'
import { Failure } from '../frame/errors.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { raiseInProject } from '../frame/raise-alert.ts'
import { beginStart } from '../compute/instance-actions.ts'
import { RESTART_COOLDOWN_MS } from '../compute/instance.ts'

export const RESTART_INTERVAL_MS = 60_000

/**
 * Returns the restarted instances, and the id to continue after if there may be more. An instance that does not fit on any sled
 * stays failed and is retried next time.
 */
export async function restartFailed(
  host: Host,
  after: string,
  limit: number,
): Promise<{ started: MachineAt[]; next: string | undefined }> {
  const started: MachineAt[] = []
  const ids = await due(host, host.db.read).select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
  for (const { id } of ids) {
    const sled_id = await host.db.transaction(async (tx) => {
      const row = await due(host, tx).selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) return undefined
      const now = host.clock.now().toISOString()
      try {
        const begun = await beginStart({ db: tx, now, host }, row, { time_last_auto_restarted: now })
        await raiseInProject(host, tx, now, 'instance.restarted', { noun: 'instance', row })
        await append(host, tx, outcomeOf(now, 'instance', row, { outcome: 'restarted' }))
        return begun.sled_id
      } catch (error) {
        if (error instanceof Failure) return undefined
        throw error
      }
    })
    if (sled_id) started.push({ id, sled_id })
  }
  return { started, next: ids.length < limit ? undefined : ids.at(-1)!.id }
}

function due(host: Host, db: Queries) {
  const cooled = new Date(host.clock.now().getTime() - RESTART_COOLDOWN_MS).toISOString()
  return (
    db
      .selectFrom('instance')
      .where('run_state', '=', 'failed')
      .where((is) => is.or([is('auto_restart_policy', 'is', null), is('auto_restart_policy', '!=', 'never')]))
      .where((is) => is.or([is('time_last_auto_restarted', 'is', null), is('time_last_auto_restarted', '<=', cooled)]))
      // those of a lost sled start by their importance: see failover.ts
      .where('id', 'not in', (is) =>
        is
          .selectFrom('failover_instance')
          .innerJoin('failover', 'failover.id', 'failover_id')
          .select('instance_id')
          .where('failover_instance.state', '=', 'waiting')
          .where('failover.state', '!=', 'ended'),
      )
  )
}
