// Alert receivers as published: webhooks. E-mail receivers have operations of their own.
import { alertClasses, alertClassNames, matchesClass } from '#contract/alert-classes.ts'
import type { alertClass as classOperations } from '#contract/alert-class.ts'
import type { alertReceiver as operations } from '#contract/alert-receiver.ts'
import type { Queries } from '../db/database.ts'
import type { Handlers } from '../frame/context.ts'
import { notFound } from '../frame/errors.ts'
import { assertFleet } from '../frame/fleet.ts'
import { page, pageOf } from '../frame/page.ts'
import { FLEET } from '../frame/subject.ts'
import { shownDelivery } from './alert-delivery.ts'
import { findReceiver, secretsOf, subscribe, subscriptionsOf, type ReceiverRow } from './find-receiver.ts'
import { probeReceiver } from './probe.ts'

/** With their subscriptions and secrets. */
async function shown(db: Queries, rows: readonly ReceiverRow[]) {
  const ids = rows.map((row) => row.id)
  const [subscriptions, secrets] = [await subscriptionsOf(db, ids), await secretsOf(db, ids)]
  return rows.map((row) => ({
    ...row,
    subscriptions: subscriptions.filter((one) => one.alert_receiver_id === row.id).map((one) => one.subscription),
    kind: {
      kind: 'webhook' as const,
      endpoint: row.endpoint,
      secrets: secrets.filter((one) => one.alert_receiver_id === row.id),
    },
  }))
}

export const alertClass = {
  async alert_class_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const names = alertClassNames.filter((name) => query.filter === undefined || matchesClass(query.filter, name))
    const rows = names.map((name) => ({ name, description: alertClasses[name] }))
    return pageOf(query, rows, (row) => row.name)
  },
} satisfies Handlers<keyof typeof classOperations>

export const alertReceiver = {
  async alert_receiver_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const webhooks = ctx.db.selectFrom('alert_receiver').selectAll().where('kind', '=', 'webhook')
    const { items, next_page } = await page(query, webhooks, 'alert_receiver')
    return { items: await shown(ctx.db, items), next_page }
  },

  async alert_receiver_view(ctx, { path }) {
    const [receiver] = await shown(ctx.db, [await findReceiver(ctx, path.receiver, 'webhook', 'viewer')])
    return receiver!
  },

  async alert_receiver_delete(ctx, { path }) {
    const { id } = ctx.subject(await findReceiver(ctx, path.receiver, 'webhook', 'admin'), FLEET)
    await ctx.db.deleteFrom('alert_receiver').where('id', '=', id).execute()
  },

  alert_receiver_probe: {
    /** Sends before it writes: the receiver may take long to answer. */
    async outside(ctx, { path, query }) {
      const receiver = await findReceiver(ctx, path.receiver, 'webhook', 'admin')
      const { delivery, resends } = await probeReceiver(ctx, receiver, query)
      return { probe: shownDelivery(delivery), resends_started: resends }
    },
  },

  async alert_receiver_subscription_add(ctx, { path, body: { subscription } }) {
    const { id } = ctx.subject(await findReceiver(ctx, path.receiver, 'webhook', 'admin'), FLEET)
    await subscribe(ctx, id, [subscription])
    return { subscription }
  },

  async alert_receiver_subscription_remove(ctx, { path }) {
    const { id } = ctx.subject(await findReceiver(ctx, path.receiver, 'webhook', 'admin'), FLEET)
    const { subscription } = path
    const gone = await ctx.db
      .deleteFrom('alert_receiver_subscription')
      .where('alert_receiver_id', '=', id)
      .where('subscription', '=', subscription)
      .returning('subscription')
      .execute()
    if (gone.length === 0) throw notFound('alert-subscription', subscription)
  },
} satisfies Handlers<keyof typeof operations>
