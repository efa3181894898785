// The audit log: actor, operation, subject and outcome of every write. An addition of ours, for fleet viewers.
import { z } from 'zod'
import { AuthMethod } from './audit-log.ts'
import { list, moment, unsorted, type Operations } from './define.ts'
import { NameOrId, int64, maybe, timestamp, uuid } from './values.ts'

export const AuditEvent = z.object({
  id: int64,
  time: timestamp,
  request_id: maybe(uuid),
  /** The caller's address. */
  address: maybe(z.string()),
  /** What the caller's program calls itself. */
  user_agent: maybe(z.string()),
  /** The path, without the query. Null if the reader cannot see the target itself. */
  request_uri: maybe(z.string()),
  auth_method: maybe(AuthMethod),
  /** The ID of the session or access token. */
  credential_id: maybe(uuid),
  /** Null for unknown callers. */
  actor_id: maybe(uuid),
  /** Null if the user was deleted. */
  actor_name: maybe(z.string()),
  actor_silo_id: maybe(uuid),
  operation: z.string(),
  noun: z.string(),
  target_id: maybe(z.string()),
  /** Null if the reader cannot see the target itself. */
  target_name: maybe(z.string()),
  silo_id: maybe(uuid),
  project_id: maybe(uuid),
  status: maybe(int64),
  error_code: maybe(z.string()),
  /** How many refusals of unknown callers this row represents; 1 for everything else. */
  repeats: int64,
})

export const AuditResult = z.enum(['ok', 'denied'])

/**
 * Newest first. The start time is inclusive, the end time exclusive. Clients send the filters with every page: together they are
 * longer than a page token can be.
 */
export const auditFilters = {
  /** An ID or a user name. Several users can have the same name in different silos. */
  actor: z.string().min(1).max(512).optional(),
  silo: NameOrId.optional(),
  operation: z.string().max(63).optional(),
  noun: z.string().max(63).optional(),
  target: z.string().max(63).optional(),
  result: AuditResult.optional(),
  start_time: moment.optional(),
  end_time: moment.optional(),
}

export const audit = {
  audit_list: list(AuditEvent, unsorted, { every: auditFilters }),
} satisfies Operations<'audit'>
