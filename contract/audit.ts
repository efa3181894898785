// The audit log: who did what to which thing, and was it allowed. An addition of ours, for fleet viewers.
import { z } from 'zod'
import { list, moment, unsorted, type Operations } from './define.ts'
import { NameOrId, int64, maybe, timestamp, uuid } from './values.ts'

export const AuditEvent = z.object({
  id: int64,
  time: timestamp,
  request_id: maybe(uuid),
  /** Where the request came from. */
  address: maybe(z.string()),
  /** Null for somebody who was not recognised. */
  actor_id: maybe(uuid),
  /** Null when the user is gone. */
  actor_name: maybe(z.string()),
  actor_silo_id: maybe(uuid),
  operation: z.string(),
  noun: z.string(),
  target_id: maybe(z.string()),
  /** Null where the reader may not see the target itself. */
  target_name: maybe(z.string()),
  silo_id: maybe(uuid),
  project_id: maybe(uuid),
  status: maybe(int64),
  error_code: maybe(z.string()),
  /** How many refusals of unknown callers this row stands for; 1 for everything else. */
  repeats: int64,
})

export const AuditResult = z.enum(['ok', 'denied'])

/** Newest first. Times: from the start on, until before the end. */
export const auditFilters = {
  actor: uuid.optional(),
  silo: NameOrId.optional(),
  operation: z.string().max(63).optional(),
  noun: z.string().max(63).optional(),
  target: z.string().max(63).optional(),
  result: AuditResult.optional(),
  start_time: moment.optional(),
  end_time: moment.optional(),
}

export const audit = {
  audit_list: list(AuditEvent, unsorted, { query: auditFilters }),
} satisfies Operations<'audit'>
