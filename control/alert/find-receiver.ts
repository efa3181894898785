// Finds receivers, their subscriptions and the IDs of their secrets. Webhooks and e-mail receivers share a table.
import { alertClasses, isGlob } from '#contract/alert-classes.ts'
import { MAX_ALERT_RECEIVERS, MAX_RECEIVER_SUBSCRIPTIONS } from '#contract/limits.ts'
import type { Queries, RowOf } from '../db/database.ts'
import type { Role } from '../frame/authz.ts'
import type { Ctx } from '../frame/context.ts'
import { insufficientCapacity, invalidRequest, invalidValue, isUuid, notFound } from '../frame/errors.ts'
import { assertFleetThing } from '../frame/fleet.ts'

export type ReceiverRow = RowOf<'alert_receiver'>

const LABELS = { webhook: 'alert-receiver', email: 'email-receiver' } as const

export async function findReceiver(
  ctx: Ctx,
  selector: string,
  kind: 'webhook' | 'email',
  role: Role,
): Promise<ReceiverRow> {
  const label = LABELS[kind]
  assertFleetThing(ctx, label, selector, role)
  const row = await ctx.db
    .selectFrom('alert_receiver')
    .selectAll()
    .where('kind', '=', kind)
    .where(isUuid(selector) ? 'id' : 'name', '=', selector)
    .executeTakeFirst()
  if (!row) throw notFound(label, selector)
  return row
}

export async function assertRoomFor(ctx: Ctx, kind: 'webhook' | 'email'): Promise<void> {
  const rows = ctx.db.selectFrom('alert_receiver').select('id').where('kind', '=', kind).limit(MAX_ALERT_RECEIVERS)
  if ((await rows.execute()).length >= MAX_ALERT_RECEIVERS)
    throw insufficientCapacity(`there can be at most ${MAX_ALERT_RECEIVERS} receivers of this kind`)
}

/** Repeated subscriptions collapse. A pattern may match nothing yet, but a plain name must be a class. */
export async function subscribe(ctx: Ctx, receiver: string, subscriptions: readonly string[]): Promise<void> {
  for (const subscription of subscriptions)
    if (!isGlob(subscription) && !Object.hasOwn(alertClasses, subscription))
      throw invalidValue('subscription', `there is no alert class "${subscription}"`)
  const all = new Set([...(await subscriptionsOf(ctx.db, [receiver])).map((row) => row.subscription), ...subscriptions])
  if (all.size > MAX_RECEIVER_SUBSCRIPTIONS)
    throw invalidRequest(`a receiver can have at most ${MAX_RECEIVER_SUBSCRIPTIONS} subscriptions`)
  if (subscriptions.length === 0) return
  const rows = [...new Set(subscriptions)].map((subscription) => ({ alert_receiver_id: receiver, subscription }))
  const insert = ctx.db.insertInto('alert_receiver_subscription').values(rows)
  await insert.onConflict((there) => there.doNothing()).execute()
}

export const subscriptionsOf = (db: Queries, receivers: readonly string[]) =>
  db
    .selectFrom('alert_receiver_subscription')
    .selectAll()
    .where('alert_receiver_id', 'in', [...receivers, ''])
    .orderBy('subscription')
    .execute()

export const secretsOf = (db: Queries, receivers: readonly string[]) =>
  db
    .selectFrom('webhook_secret')
    .select(['id', 'alert_receiver_id', 'time_created'])
    .where('alert_receiver_id', 'in', [...receivers, ''])
    .orderBy('time_created')
    .orderBy('id')
    .execute()
