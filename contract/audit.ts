// The audit log: actor, operation, subject and outcome of every write. An addition of ours, for fleet viewers.
import { z } from 'zod'
import { AuthMethod } from './audit-log.ts'
import { list, moment, unsorted, type Operations } from './define.ts'
import { isIp } from './ip.ts'
import { MAX_AUDIT_RETENTION_DAYS, MIN_AUDIT_RETENTION_DAYS } from './limits.ts'
import { MAX_PEM_LENGTH } from './pem.ts'
import { NameOrId, int64, maybe, timestamp, uint16, uuid } from './values.ts'

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
  /** Why an operator did it, where one has to say so. */
  reason: maybe(z.string()),
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

/** One more than MAX_COUNTED_ROWS means that there are more than that. */
export const AuditCount = z.object({ count: int64 })

export const AuditCheckpoint = z.object({
  kind: z.enum(['sealed', 'removed']),
  number: int64,
  previous: maybe(int64),
  time: timestamp,
  hash: z.string(),
  signature: z.string(),
  public_key: z.string(),
})

/** See audit-verifier.ts. */
export const AuditVerification = z.object({
  problems: z.array(z.object({ number: int64, message: z.string() })),
  sealed: int64,
  sealed_later: int64,
  unsealed: int64,
  removed: maybe(z.object({ number: int64, time: timestamp })),
  checkpoints: int64,
  last_checkpoint: maybe(AuditCheckpoint),
  kept: maybe(int64),
  begun_again: z.array(z.object({ number: int64, time: timestamp, reason: z.string() })),
  public_key: z.string(),
})

const retentionDays = int64
  .refine((days) => days >= MIN_AUDIT_RETENTION_DAYS, `at least ${MIN_AUDIT_RETENTION_DAYS} days`)
  .refine((days) => days <= MAX_AUDIT_RETENTION_DAYS, `at most ${MAX_AUDIT_RETENTION_DAYS} days`)

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/i

/** Where entries and checkpoints are forwarded to once they are sealed: RFC 5424 messages over TLS. */
export const AuditSyslog = z.object({
  host: z.string().refine((text) => HOST_NAME.test(text) || isIp(text), 'expected a host name or an IP address'),
  port: uint16.refine((port) => port > 0, 'expected a port'),
  /** Certificates in PEM to trust instead of the well-known authorities. */
  ca: maybe(z.string().max(MAX_PEM_LENGTH)),
})

export const AuditSettings = z.object({
  /** Entries are removed once they are sealed and as old as this. Null keeps them forever. */
  retention_days: maybe(int64),
  syslog: maybe(AuditSyslog),
  /** Why the last attempt to forward failed. It is repeated until it succeeds. */
  syslog_problem: maybe(z.string()),
})

export const AuditSettingsUpdate = z.object({
  retention_days: retentionDays.nullable(),
  syslog: AuditSyslog.nullable(),
})

export const audit = {
  audit_list: list(AuditEvent, unsorted, { every: auditFilters }),
  audit_count: { query: auditFilters, status: 200, answer: AuditCount },
  audit_verification_view: { status: 200, answer: AuditVerification },
  audit_export: { status: 200, raw: true },
  audit_settings_view: { status: 200, answer: AuditSettings },
  audit_settings_update: { body: AuditSettingsUpdate, status: 200, answer: AuditSettings },
} satisfies Operations<'audit'>
