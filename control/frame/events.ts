// The event log: who did what to which thing, one row a write, in the write's own transaction.
// The audit log and the live updates are these rows.
import { sql } from 'kysely'
import { nounOf, type OperationId } from '#contract/operations.ts'
import { mayFleet, mayProject, maySilo, type Actor } from '../people/authz.ts'
import type { Ctx, Host } from './context.ts'
import type { Queries, RowOf } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { Failure } from './errors.ts'

export type Event = RowOf<'event'>
type NewEvent = Omit<Event, 'seq' | 'chain'>

const EVENT_LOCK = 4600

const insertEvent = prepared((db: Queries, event: NewEvent) =>
  db.insertInto('event').values({
    time: event.time,
    request_id: event.request_id,
    address: event.address,
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
  }),
)

export async function append(host: Host, db: Queries, event: NewEvent): Promise<void> {
  // readers resume from the last number seen: a lower number must never commit after a higher one
  if (host.db.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${EVENT_LOCK})`.execute(db)
  await insertEvent(db, event)
}

export const eventOf = (ctx: Ctx, status: number, failure?: Failure): NewEvent => ({
  time: ctx.now,
  request_id: ctx.requestId,
  address: ctx.caller.address,
  actor_id: ctx.actor?.id ?? null,
  actor_silo_id: ctx.actor?.silo_id ?? null,
  operation: ctx.operation,
  noun: nounOf[ctx.operation as OperationId],
  target_id: ctx.target.id ?? null,
  target_name: ctx.target.name ?? null,
  silo_id: ctx.target.silo_id ?? null,
  project_id: ctx.target.project_id ?? null,
  status,
  error_code: failure?.code ?? null,
})

/** What a reconciler found out about a thing that nobody asked about at this moment. */
export const outcomeOf = (
  now: string,
  noun: string,
  target: { id: string; name: string | null; silo_id: string | null; project_id: string | null },
): NewEvent => ({
  time: now,
  request_id: null,
  address: null,
  actor_id: null,
  actor_silo_id: null,
  operation: null,
  noun,
  target_id: target.id,
  target_name: target.name,
  silo_id: target.silo_id,
  project_id: target.project_id,
  status: null,
  error_code: null,
})

/** An event is news to whoever may read the thing: its project, else its silo, else the fleet. */
export function mayHear(actor: Actor, event: Pick<Event, 'silo_id' | 'project_id' | 'actor_id'>): boolean {
  if (event.actor_id === actor.id) return true
  if (event.project_id && event.silo_id)
    return mayProject(actor, { id: event.project_id, silo_id: event.silo_id }, 'read')
  return event.silo_id ? maySilo(actor, event.silo_id, 'read') : mayFleet(actor, 'read')
}
