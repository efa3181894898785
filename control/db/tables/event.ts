// The event log: one row per write, in the write's own transaction. The audit log and live updates read it.
// No foreign keys: rows outlive the resources they name.
import type { Wire } from '#contract/api.ts'
import type { CheckpointKind } from '#contract/audit-chain.ts'
import { integer, json, serial, table, text, time, uuid } from '../define.ts'

export const event = table(
  'event',
  {
    seq: serial(),
    time: time(),
    request_id: text().nullable(),
    address: text().nullable(),
    user_agent: text().nullable(),
    /** Without the query. */
    request_uri: text().nullable(),
    auth_method: text<'session_cookie' | 'access_token'>().nullable(),
    /** The ID of the session or access token. */
    credential_id: uuid().nullable(),
    actor_id: uuid().nullable(),
    actor_silo_id: uuid().nullable(),
    operation: text().nullable(),
    noun: text(),
    target_id: text().nullable(),
    target_name: text().nullable(),
    silo_id: uuid().nullable(),
    project_id: uuid().nullable(),
    status: integer().nullable(),
    error_code: text().nullable(),
    /** What happened, in events that no request caused and people want to know of. */
    outcome: text<Wire<'ActivityOutcome'>>().nullable(),
    reason: text().nullable(),
    /** Null in rows from before migration 0004, which had none of the columns about the request either. */
    time_completed: time().nullable(),
    /** The hash of this row and all before it, once it is sealed: see control/audit/seal.ts. */
    chain: text().nullable(),
    /** The number of refusals this row represents; null for one. */
    repeats: integer().nullable(),
  },
  {
    primary: ['seq'],
    index: [
      ['time', 'seq'],
      ['silo_id', 'seq'],
      ['actor_id', 'seq'],
      ['target_id', 'seq'],
      ['operation', 'seq'],
      ['project_id', 'seq'],
      // the silo-level events that fleet viewers can read, without the many events of its projects
      { columns: ['silo_id', 'seq'], where: 'project_id is null', name: 'event_silo_level_index' },
      { columns: ['seq'], where: 'status >= 400', name: 'event_denied_index' },
    ],
  },
)

/** Signed statements about the sealed part of the audit log: see contract/audit-chain.ts. */
export const audit_checkpoint = table(
  'audit_checkpoint',
  {
    number: integer(),
    kind: text<CheckpointKind>(),
    previous: integer().nullable(),
    time: time(),
    hash: text(),
    signature: text(),
    public_key: text(),
  },
  { primary: ['number'], index: [['kind', 'time']] },
)

/** Settings of the audit log. One row, once they have been changed. */
export const audit_setting = table(
  'audit_setting',
  {
    id: integer(),
    retention_days: integer().nullable(),
    syslog: json<Wire<'AuditSyslog'>>().nullable(),
    /** The number of the last checkpoint that was forwarded. */
    syslog_position: integer(),
    /** Why the last attempt to forward failed. */
    syslog_problem: text().nullable(),
    time_modified: time(),
  },
  { primary: ['id'] },
)
