// Who changed what in a project, an instance or a silo: the event log for those who can read its subjects. An addition of ours.
import { AuditEvent, auditFilters } from './audit.ts'
import { list, unsorted, type Operations } from './define.ts'
import { NameOrId } from './values.ts'

const { actor, operation, noun, result, start_time, end_time } = auditFilters

/** Without any of these, the caller's silo. */
const scope = { project: NameOrId.optional(), instance: NameOrId.optional(), silo: NameOrId.optional() }

export const activity = {
  /** Newest first. A page can be short, or empty, before the last one: filters look at a limited number of events per request. */
  activity_list: list(AuditEvent, unsorted, {
    query: { ...scope, actor, operation, noun, result, start_time, end_time },
  }),
} satisfies Operations<'activity'>
