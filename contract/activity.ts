// The changes to a project, an instance, a disk or a silo: the event log for callers who can read its subjects. An addition of ours.
import { z } from 'zod'
import { AuditEvent, auditFilters } from './audit.ts'
import { list, unsorted, type Operations } from './define.ts'
import { NameOrId, maybe } from './values.ts'

const { actor, operation, noun, result, start_time, end_time } = auditFilters

/** Without any of these, the caller's silo. */
const scope = {
  project: NameOrId.optional(),
  instance: NameOrId.optional(),
  disk: NameOrId.optional(),
  silo: NameOrId.optional(),
}

/**
 * What happened to a resource without a request: a guest that powered off or rebooted by itself is `shut_down` or `rebooted`. What was
 * deleted, and then removed for good to make room, is `removed`.
 */
export const ActivityOutcome = z.enum([
  'failed',
  'faulted',
  'moved',
  'not_moved',
  'not_restored',
  'not_resized',
  'ready',
  'rebooted',
  'removed',
  'resized',
  'restarted',
  'restored',
  'shut_down',
])

export const ActivityEvent = AuditEvent.extend({
  /** Null if no request caused the event. Then it has an outcome, and is kept for 30 days. */
  operation: maybe(z.string()),
  outcome: maybe(ActivityOutcome),
  /** Why it failed. */
  reason: maybe(z.string()),
})

export const activity = {
  /** Newest first. A page before the last one can be short or empty, because filters scan a limited number of events per request. */
  activity_list: list(ActivityEvent, unsorted, {
    every: { ...scope, actor, operation, noun, result, start_time, end_time },
  }),
} satisfies Operations<'activity'>
