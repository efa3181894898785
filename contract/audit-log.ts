// The published form of the audit log. Ours, with filters and names, is in audit.ts.
import { z } from 'zod'
import { byTimeAndId, list, moment, type Operations } from './define.ts'
import { ip, maybe, timestamp, uint16, uuid } from './values.ts'

export const AuthMethod = z.enum(['session_cookie', 'access_token', 'scim_token'])

export const AuditLogEntryActor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user_builtin'), user_builtin_id: uuid }),
  z.object({ kind: z.literal('silo_user'), silo_id: uuid, silo_user_id: uuid }),
  z.object({ kind: z.literal('scim'), silo_id: uuid }),
  z.object({ kind: z.literal('unauthenticated') }),
])

export const AuditLogEntryResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('success'), http_status_code: uint16 }),
  z.object({
    kind: z.literal('error'),
    error_code: maybe(z.string()),
    error_message: z.string(),
    http_status_code: uint16,
  }),
  z.object({ kind: z.literal('unknown') }),
])

export const AuditLogEntry = z.object({
  id: uuid,
  time_started: timestamp,
  time_completed: timestamp,
  request_id: z.string(),
  /** Without the query. */
  request_uri: z.string(),
  operation_id: z.string(),
  source_ip: ip,
  user_agent: maybe(z.string()),
  actor: AuditLogEntryActor,
  auth_method: maybe(AuthMethod),
  /** The ID of the session or access token. */
  credential_id: maybe(uuid),
  result: AuditLogEntryResult,
})

export const auditLog = {
  audit_log_list: list(AuditLogEntry, byTimeAndId, {
    first: { start_time: moment },
    query: { end_time: maybe(moment) },
  }),
} satisfies Operations<'audit_log'>
