// The changes to a project, an instance, a disk or a silo, newest first: event log rows for callers who can read their subjects. Unlike
// the audit log it has what happened without a request, and it is open to everyone, so no filter can make it read more than MAX_SCANNED_EVENTS rows.
import type { Input } from '#contract/api.ts'
import type { activity as operations } from '#contract/activity.ts'
import { factsOf, type OperationId } from '#contract/operations.ts'
import { findInstance } from '../frame/find-instance.ts'
import { findSilo } from '../frame/find-silo.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { badRequest, forbidden, isUuid } from '../frame/errors.ts'
import { findProject } from '../frame/lookup.ts'
import { decodeToken, encodeToken } from '../frame/page.ts'
import { mayFleet, maySilo } from '../frame/authz.ts'
import { findDisk } from '../storage/disk.ts'

export const MAX_SCANNED_EVENTS = 10_000

type Query = Input<'activity_list'>['query']

/** Import chunks arrive by the thousand and are not worth showing. */
const unseen = (Object.keys(factsOf) as OperationId[]).filter((operation) => factsOf[operation].unseen)

export const activity = {
  async activity_list(ctx, { query }) {
    const { limit, page_token } = query
    const scope = await inScope(ctx, query)
    const before = page_token ? positionIn(page_token) : undefined
    const scanned = before === undefined ? scope : scope.where('event.seq', '<', before)
    const items = await matching(ctx, query, scanned).limit(limit).execute()
    const last = items.length === limit ? items.at(-1)?.seq : await endOf(scanned)
    const reader = actorOf(ctx)
    return {
      items: items.map(({ seq, actor_name, repeats, ...event }) => ({
        ...event,
        id: seq,
        // only operators see where others sign in from, and with what
        address: null,
        user_agent: null,
        request_uri: null,
        auth_method: null,
        credential_id: null,
        // users of other silos are hidden from members
        actor_name: event.actor_silo_id === reader.silo_id || mayFleet(reader, 'read') ? actor_name : null,
        repeats: repeats ?? 1,
      })),
      next_page: last === undefined ? null : encodeToken({ sort: undefined, scan: {}, last: [String(last)] }),
    }
  },
} satisfies Handlers<keyof typeof operations>

function positionIn(token: string): number {
  const [last = ''] = decodeToken(token).last
  if (!/^\d{1,15}$/.test(last)) throw badRequest('invalid page token')
  return Number(last)
}

/** The events in the requested scope that the caller can read. */
async function inScope(ctx: Ctx, { project, instance, disk, silo }: Query) {
  const events = ctx.db.selectFrom('event').selectAll('event')
  if (instance) return events.where('target_id', '=', (await findInstance(ctx, { instance, project }, 'read')).id)
  if (disk) return events.where('target_id', '=', (await findDisk(ctx, { disk, project }, 'read')).id)
  if (project) return events.where('project_id', '=', (await findProject(ctx, project, 'read')).id)
  const actor = actorOf(ctx)
  const { id } = await findSilo(ctx, silo ?? actor.silo_id, 'read')
  if (maySilo(actor, id, 'list_children')) return events.where('silo_id', '=', id)
  // operators can read a silo but not its projects
  if (mayFleet(actor, 'read')) return events.where('silo_id', '=', id).where('project_id', 'is', null)
  throw forbidden()
}

type Events = Awaited<ReturnType<typeof inScope>>

function matching(ctx: Ctx, query: Query, scanned: Events) {
  const { actor, operation, noun, result, start_time, end_time } = query
  const reader = actorOf(ctx)
  return (
    ctx.db
      .selectFrom(scanned.orderBy('event.seq', 'desc').limit(MAX_SCANNED_EVENTS).as('event'))
      .leftJoin('silo_user', 'silo_user.id', 'event.actor_id')
      .selectAll('event')
      .select('silo_user.external_id as actor_name')
      .where((is) => is.or([is('event.operation', 'not in', unseen), is('event.outcome', 'is not', null)]))
      .$if(actor !== undefined && isUuid(actor), (q) => q.where('event.actor_id', '=', actor!.toLowerCase()))
      .$if(actor !== undefined && !isUuid(actor), (q) => q.where('silo_user.external_id', '=', actor!))
      // as in the response, members find only users of their own silo by name
      .$if(actor !== undefined && !isUuid(actor) && !mayFleet(reader, 'read'), (q) =>
        q.where('silo_user.silo_id', '=', reader.silo_id),
      )
      .$if(operation !== undefined, (q) => q.where('event.operation', '=', operation!))
      .$if(noun !== undefined, (q) => q.where('event.noun', '=', noun!))
      .$if(result === 'denied', (q) => q.where('event.status', '>=', 400))
      .$if(result === 'ok', (q) => q.where('event.status', '<', 400))
      .$if(start_time !== undefined, (q) => q.where('event.time', '>=', start_time!))
      .$if(end_time !== undefined, (q) => q.where('event.time', '<', end_time!))
      .orderBy('event.seq', 'desc')
  )
}

/** Where the scan stopped, or undefined if it reached the oldest event. */
async function endOf(scanned: Events): Promise<number | undefined> {
  const end = scanned
    .orderBy('event.seq', 'desc')
    .offset(MAX_SCANNED_EVENTS - 1)
    .limit(1)
  return (await end.executeTakeFirst())?.seq
}
