// Why an instance failed. The contract's Instance has no room for it, so it is a path of our own:
// GET /rackwright/instances/{instance}/failure, for whoever may read the instance.
import type { Ctx } from './context.ts'
import { findInstance } from './instance.ts'

export interface InstanceFailure {
  /** Null unless the instance is failed. */
  reason: string | null
  time_failed: string | null
}

export async function viewFailure(ctx: Ctx, instance: string, project: string | null): Promise<InstanceFailure> {
  const row = await findInstance(ctx, { instance, project }, 'read')
  const time_failed = row.run_state === 'failed' ? row.time_run_state_updated : null
  return { reason: row.failure_reason, time_failed }
}
