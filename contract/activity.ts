// The changes to a project, an instance or a silo: the event log for callers who can read its subjects. An addition of ours.
import { AuditEvent, auditFilters } from './audit.ts'
import { list, unsorted, type Operations } from './define.ts'
import { NameOrId } from './values.ts'

const { actor, operation, noun, result, start_time, end_time } = auditFilters

/** Without any of these, the caller's silo. */
const scope = { project: NameOrId.optional(), instance: NameOrId.optional(), silo: NameOrId.optional() }

export const activity = {
  /** Newest first. A page before the last one can be short or empty, because filters scan a limited number of events per request. */
  activity_list: list(AuditEvent, unsorted, {
    every: { ...scope, actor, operation, noun, result, start_time, end_time },
  }),
} satisfies Operations<'activity'>
