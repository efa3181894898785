// The audit log in its published form: requests only, by time. Rows are those of audit.ts.
import type { Wire } from '#contract/api.ts'
import type { auditLog as operations } from '#contract/audit-log.ts'
import { operations as routes, type OperationId } from '#contract/operations.ts'
import type { RowOf } from '../db/database.ts'
import type { Actor } from '../frame/authz.ts'
import { actorOf, type Handlers } from '../frame/context.ts'
import { badRequest } from '../frame/errors.ts'
import { assertFleet } from '../frame/fleet.ts'
import { decodeToken, pageBy } from '../frame/page.ts'
import { maySeePath } from './may-name.ts'

type Row = RowOf<'event'>
/** Stands for the address in a row that counts refusals from many networks. */
const MANY_ADDRESSES = '::'

export const auditLog = {
  async audit_log_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const { start_time, end_time, sort_by, page_token } = query
    if (page_token && !/^\d{1,18}$/.test(decodeToken(page_token).last[1] ?? '')) throw badRequest('invalid page token')
    const rows = ctx.db
      .selectFrom('event')
      .selectAll()
      .where('operation', 'is not', null)
      .where('request_id', 'is not', null)
      .where('time', '>=', start_time!)
      .$if(end_time !== null, (q) => q.where('time', '<', end_time!))
    const { items, next_page } = await pageBy(
      query,
      rows,
      [
        { column: 'event.time', text: ({ time }) => time },
        { column: 'event.seq', text: ({ seq }) => String(seq) },
      ],
      sort_by === 'time_and_id_descending' ? 'desc' : 'asc',
    )
    const reader = actorOf(ctx)
    return { items: items.map((row) => entryOf(row, reader)), next_page }
  },
} satisfies Handlers<keyof typeof operations>

function entryOf(row: Row, reader: Actor): Wire<'AuditLogEntry'> {
  const { time, time_completed, request_id, address, user_agent, auth_method, credential_id, operation } = row
  return {
    // a request has one entry
    id: request_id!,
    time_started: time,
    time_completed: time_completed ?? time,
    request_id: request_id!,
    request_uri: (maySeePath(reader, row) ? row.request_uri : null) ?? routeOf(operation!),
    operation_id: operation!,
    source_ip: address ?? MANY_ADDRESSES,
    user_agent,
    actor: callerOf(row),
    auth_method,
    credential_id,
    result: resultOf(row),
  }
}

/** The path with placeholders. Operations of later versions are unknown after going back to an older one. */
const routeOf = (operation: string) => routes[operation as OperationId]?.split(' ')[1] ?? ''

const callerOf = ({ actor_id, actor_silo_id }: Row): Wire<'AuditLogEntryActor'> =>
  actor_id && actor_silo_id
    ? { kind: 'silo_user', silo_id: actor_silo_id, silo_user_id: actor_id }
    : { kind: 'unauthenticated' }

/** Messages are not kept: they can name what the reader cannot see. */
function resultOf({ status, error_code }: Row): Wire<'AuditLogEntryResult'> {
  if (status === null) return { kind: 'unknown' }
  if (status < 400) return { kind: 'success', http_status_code: status }
  return { kind: 'error', error_code, error_message: error_code ?? `status ${status}`, http_status_code: status }
}
