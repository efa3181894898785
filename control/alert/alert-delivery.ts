// The log of deliveries, and sending an alert again.
import { matchesClass, PROBE_CLASS } from '#contract/alert-classes.ts'
import type { alertDelivery as operations } from '#contract/alert-delivery.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { invalidRequest, notFound } from '../frame/errors.ts'
import { pageBy, type PageQuery } from '../frame/page.ts'
import { FLEET } from '../frame/subject.ts'
import { findReceiver, subscriptionsOf, type ReceiverRow } from './find-receiver.ts'
import { queueResend, type DeliveryRow } from './probe.ts'

export const shownDelivery = (row: DeliveryRow) => ({
  ...row,
  receiver_id: row.alert_receiver_id,
  time_started: row.time_created,
  attempts: {
    webhook: row.attempt_log.map(({ result, time_sent, status, duration_ms }, index) => ({
      attempt: index + 1,
      result,
      time_sent,
      response: status === undefined ? null : { status, duration_ms: duration_ms ?? 0 },
    })),
  },
})

const STATES = ['delivered', 'failed', 'pending'] as const

export type DeliveryQuery = PageQuery & Partial<Record<(typeof STATES)[number], boolean | null | undefined>>

/** All states, unless the query names some. */
export function deliveriesOf(ctx: Ctx, receiver: ReceiverRow, query: DeliveryQuery) {
  const wanted = STATES.filter((state) => query[state])
  const rows = ctx.db
    .selectFrom('alert_delivery')
    .innerJoin('alert', 'alert.id', 'alert_delivery.alert_id')
    .selectAll('alert_delivery')
    .select('alert.alert_class')
    .where('alert_receiver_id', '=', receiver.id)
    .$if(wanted.length > 0, (q) => q.where('state', 'in', wanted))
  return pageByTime(query, rows, 'alert_delivery')
}

/** The two sort modes of things that have a time and an id. */
export function pageByTime<DB, TB extends keyof DB, Row extends { time_created: string; id: string }>(
  query: PageQuery,
  rows: Parameters<typeof pageBy<DB, TB, Row>>[1],
  table: string,
) {
  const keys = [
    { column: `${table}.time_created`, text: (row: Row) => row.time_created },
    { column: `${table}.id`, text: (row: Row) => row.id },
  ]
  return pageBy(query, rows, keys, query.sort_by === 'time_and_id_descending' ? 'desc' : 'asc')
}

export async function resend(ctx: Ctx, receiver: ReceiverRow, alertId: string): Promise<DeliveryRow> {
  const alert = await ctx.db.selectFrom('alert').selectAll().where('id', '=', alertId).executeTakeFirst()
  if (!alert) throw notFound('alert', alertId)
  const { alert_class } = alert
  if (alert_class === PROBE_CLASS) throw invalidRequest('a probe cannot be sent again: send another one')
  const subscriptions = await subscriptionsOf(ctx.db, [receiver.id])
  if (!subscriptions.some(({ subscription }) => matchesClass(subscription, alert_class)))
    throw invalidRequest(`${receiver.name} is not subscribed to ${alert_class}`)
  return { ...(await queueResend(ctx, receiver.id, alertId)), alert_class }
}

export const alertDelivery = {
  async alert_delivery_list(ctx, { path, query }) {
    const receiver = await findReceiver(ctx, path.receiver, 'webhook', 'viewer')
    const { items, next_page } = await deliveriesOf(ctx, receiver, query)
    return { items: items.map(shownDelivery), next_page }
  },

  async alert_delivery_resend(ctx, { path, query }) {
    const receiver = ctx.subject(await findReceiver(ctx, query.receiver, 'webhook', 'admin'), FLEET)
    return { delivery_id: (await resend(ctx, receiver, path.alert_id)).id }
  },
} satisfies Handlers<keyof typeof operations>
