// Why an instance failed, or why it was not started on create, for callers who can read it.
import type { instanceFailure as operations } from '#contract/instance-failure.ts'
import type { Handlers } from '../frame/context.ts'
import { findInstance } from '../frame/find-instance.ts'

export const instanceFailure = {
  async instance_failure_view(ctx, { path, query }) {
    const row = await findInstance(ctx, { ...path, ...query }, 'read')
    const time_failed = row.run_state === 'failed' ? row.time_run_state_updated : null
    return { reason: row.failure_reason, time_failed }
  },
} satisfies Handlers<keyof typeof operations>
