// What fails in the background, where nobody waits for it: loops that cannot do their work, and alerts that do not arrive.
import type { Queries, RowOf } from '../../db/database.ts'
import { actorOf } from '../../frame/context.ts'
import { found, isOperator, type Found, type Reader } from './scope.ts'

/** An hourly digest waits as long. */
export const UNDELIVERED_AFTER_MS = 3_600_000

export async function failingWork(ctx: Reader): Promise<Found[]> {
  if (!isOperator(actorOf(ctx))) return []
  const loops = new Map<string, RowOf<'loop_trouble'>[]>()
  for (const row of await troublesOf(ctx.db)) loops.set(row.loop, [...(loops.get(row.loop) ?? []), row])
  return [...loops].map(([target_name, rows]) => {
    const { time_created: since, problem: reason } = rows[0]!
    // without a key it is the loop as a whole
    const severity = rows.some(({ key }) => key === '') ? 'error' : 'warning'
    return found({ kind: 'work_failing', severity, since, count: rows.length, target_name, reason })
  })
}

/** The oldest first. A sled that does not answer is an issue of its own. */
export const troublesOf = (db: Queries) =>
  db
    .selectFrom('loop_trouble')
    .leftJoin('sled', 'sled.id', 'sled_id')
    .selectAll('loop_trouble')
    .where('is_lasting', '=', true)
    .where((is) =>
      is.or([
        is('loop_trouble.sled_id', 'is', null),
        is.and([is('sled.state', '=', 'active'), is('sled.time_unreachable', 'is', null)]),
      ]),
    )
    .orderBy('loop_trouble.time_created')
    .orderBy('loop')
    .orderBy('key')
    .execute()

/** Receivers that have not accepted anything since an alert that was given up, or that has been tried for an hour. */
export async function undeliveredAlerts(ctx: Reader): Promise<Found[]> {
  if (!isOperator(actorOf(ctx))) return []
  const before = new Date(ctx.host.clock.now().getTime() - UNDELIVERED_AFTER_MS).toISOString()
  const rows = await ctx.db
    .selectFrom('alert_delivery')
    .innerJoin('alert_receiver', 'alert_receiver.id', 'alert_receiver_id')
    .leftJoin('silo', 'silo.id', 'alert_receiver.silo_id')
    .select(['alert_receiver.id', 'alert_receiver.name', 'kind', 'silo.name as silo_name'])
    .select(['state', 'attempt_log', 'alert_delivery.time_created'])
    .where('trigger', '!=', 'probe')
    .where('state', 'in', ['pending', 'failed'])
    .where('alert_delivery.time_created', '<=', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alert_delivery as later')
            .select('later.seq')
            .whereRef('later.alert_receiver_id', '=', 'alert_delivery.alert_receiver_id')
            .whereRef('later.seq', '>', 'alert_delivery.seq')
            .where('later.state', '=', 'delivered'),
        ),
      ),
    )
    .orderBy('alert_delivery.seq')
    .execute()
  const receivers = new Map<string, Found>()
  for (const row of rows) {
    const attempt = row.attempt_log.at(-1)
    // it waits behind another one
    if (!attempt) continue
    const known = receivers.get(row.id)
    receivers.set(row.id, {
      ...(known ?? undeliveredTo(row)),
      count: (known?.count ?? 0) + 1,
      severity: row.state === 'failed' ? 'error' : (known?.severity ?? 'warning'),
      reason: attempt.reason ?? (attempt.status === undefined ? null : `status ${attempt.status}`),
    })
  }
  return [...receivers.values()]
}

/** A member's subscription has no name. */
const undeliveredTo = (row: {
  id: string
  name: string
  kind: string
  silo_name: string | null
  time_created: string
}): Found =>
  found({
    kind: 'alert_undelivered',
    severity: 'warning',
    since: row.time_created,
    resource: row.kind === 'webhook' ? 'webhook' : 'email',
    target_id: row.id,
    ...(row.kind === 'member' ? { silo_name: row.silo_name } : { target_name: row.name }),
  })
