// Why an instance failed, or why it was not started on create. An addition of ours: the published Instance has no field for it.
import { z } from 'zod'
import { inProject, type Operations } from './define.ts'
import { NameOrId, maybe, timestamp } from './values.ts'

/** The time is null unless the instance is failed. */
export const InstanceFailure = z.object({ reason: maybe(z.string()), time_failed: maybe(timestamp) })

export const instanceFailure = {
  instance_failure_view: { path: { instance: NameOrId }, query: inProject, status: 200, answer: InstanceFailure },
} satisfies Operations<'instance_failure'>
