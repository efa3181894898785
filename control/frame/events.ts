// The event log: who did what to which resource. Every write appends one row in its own transaction.
// The audit log and live updates read the same rows.
import { sql } from 'kysely'
import { nounOf, type Noun } from '#contract/operations.ts'
import { mayAdministerSilo, mayFleet, mayProject, maySilo, type Actor } from './authz.ts'
import type { Ctx, Host } from './context.ts'
import type { Queries, RowOf } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { Failure } from './errors.ts'
import type { Subject } from './subject.ts'

export type Event = RowOf<'event'>
/** The fields that decide who receives an event. */
type Audience = Pick<Event, 'noun' | 'target_id' | 'silo_id' | 'project_id' | 'actor_id'>
export type NewEvent = Omit<Event, 'seq' | 'chain'>

const EVENT_LOCK = 4600
/** Longer than those of any browser. Callers choose them. */
const MAX_USER_AGENT_LENGTH = 256
const MAX_URI_LENGTH = 1024
/** Logins and keys are personal: only the user and the administrators of the silo hear of them. */
const PERSONAL: readonly string[] = [
  'session',
  'own_session',
  'own_password',
  'ssh_key',
  'device_auth',
  'access_token',
  'device_access_token',
  'second_factor',
  'passkey',
] satisfies Noun[]

const insertEvent = prepared((db: Queries, event: NewEvent) =>
  db
    .insertInto('event')
    .values({
      time: event.time,
      request_id: event.request_id,
      address: event.address,
      user_agent: event.user_agent,
      request_uri: event.request_uri,
      auth_method: event.auth_method,
      credential_id: event.credential_id,
      actor_id: event.actor_id,
      actor_silo_id: event.actor_silo_id,
      operation: event.operation,
      noun: event.noun,
      target_id: event.target_id,
      target_name: event.target_name,
      silo_id: event.silo_id,
      project_id: event.project_id,
      status: event.status,
      error_code: event.error_code,
      outcome: event.outcome,
      reason: event.reason,
      repeats: event.repeats,
      time_completed: event.time_completed,
    })
    .returning('seq'),
)

/** Returns the number of the new row. */
export async function append(host: Pick<Host, 'db'>, db: Queries, event: NewEvent): Promise<number> {
  // readers resume after the last number they saw, so numbers must commit in order
  if (host.db.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${EVENT_LOCK})`.execute(db)
  const [row] = await insertEvent(db, event)
  return row!.seq
}

/** The event of a successful write. */
export function eventOf(ctx: Ctx, status: number): NewEvent {
  if (!ctx.event.subject) throw new Error(`${ctx.operation} did not name the subject of its event`)
  return {
    ...requestOf(ctx),
    ...columnsOf(ctx.event.subject),
    status,
    error_code: null,
    repeats: ctx.event.pieces ?? null,
  }
}

/** The event of a refused write. Without a subject it belongs to the caller's silo. */
export const refusalOf = (ctx: Ctx, failure: Failure): NewEvent => ({
  ...requestOf(ctx),
  ...columnsOf(failure.subject ?? ctx.event.subject ?? { silo_id: ctx.actor?.silo_id }),
  status: failure.status,
  error_code: failure.code ?? null,
  repeats: null,
})

const requestOf = (ctx: Ctx) => ({
  time: ctx.now,
  request_id: ctx.requestId,
  address: ctx.caller.address,
  user_agent: ctx.request.headers.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
  // the query can hold names and search words
  request_uri: new URL(ctx.request.url).pathname.slice(0, MAX_URI_LENGTH),
  auth_method: ctx.actor?.credential?.kind ?? null,
  credential_id: ctx.actor?.credential?.id ?? null,
  actor_id: ctx.actor?.id ?? null,
  actor_silo_id: ctx.actor?.silo_id ?? null,
  operation: ctx.operation,
  noun: nounOf[ctx.operation],
  outcome: null,
  reason: null,
  time_completed: ctx.host.clock.now().toISOString(),
})

const columnsOf = ({ id, name, silo_id, project_id }: Subject) => ({
  target_id: id ?? null,
  target_name: name ?? null,
  silo_id: silo_id ?? null,
  project_id: project_id ?? null,
})

/** The columns of an event that no request caused. */
export const NO_REQUEST = {
  request_id: null,
  address: null,
  user_agent: null,
  request_uri: null,
  auth_method: null,
  credential_id: null,
  actor_id: null,
  actor_silo_id: null,
  outcome: null,
  reason: null,
  repeats: null,
}

/** What an activity page says about an event that no request caused. */
export interface Happened {
  outcome: Event['outcome']
  reason?: string | null
}

/** The event of a change that a reconciler observed and no request caused. Without `happened`, only live updates tell of it. */
export const outcomeOf = (
  now: string,
  noun: string,
  target: { id: string; name: string | null; silo_id: string | null; project_id: string | null },
  { outcome, reason = null }: Happened = { outcome: null },
): NewEvent => ({
  ...NO_REQUEST,
  time: now,
  time_completed: now,
  operation: null,
  noun,
  target_id: target.id,
  target_name: target.name,
  silo_id: target.silo_id,
  project_id: target.project_id,
  status: null,
  error_code: null,
  outcome,
  reason,
})

/** Callers receive an event if they can read its subject: through the project, else the silo, else the fleet. */
export function mayHear(actor: Actor, event: Audience): boolean {
  // a token with a scope must not tell what its owner does elsewhere
  if (event.actor_id === actor.id && !actor.scope) return true
  if (PERSONAL.includes(event.noun) && event.silo_id)
    return event.target_id === actor.id || mayAdministerSilo(actor, event.silo_id)
  if (event.project_id && event.silo_id)
    return mayProject(actor, { id: event.project_id, silo_id: event.silo_id }, 'read')
  return event.silo_id ? maySilo(actor, event.silo_id, 'read') : mayFleet(actor, 'read')
}
