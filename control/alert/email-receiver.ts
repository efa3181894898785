// E-mail receivers: addresses that get alerts of the whole system.
import type { emailReceiver as operations } from '#contract/email-receiver.ts'
import type { Queries } from '../db/database.ts'
import type { Handlers } from '../frame/context.ts'
import { assertFleet } from '../frame/fleet.ts'
import { newIdentity, uniquely, updateIdentity } from '../frame/identity.ts'
import { page } from '../frame/page.ts'
import { FLEET } from '../frame/subject.ts'
import { deliveriesOf, resend } from './alert-delivery.ts'
import { assertRoomFor, findReceiver, subscribe, subscriptionsOf, type ReceiverRow } from './find-receiver.ts'
import { probeReceiver, type DeliveryRow } from './probe.ts'

async function shown(db: Queries, rows: readonly ReceiverRow[]) {
  const all = await subscriptionsOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    ...row,
    address: row.endpoint,
    digest: row.is_digest,
    subscriptions: all.filter((one) => one.alert_receiver_id === row.id).map((one) => one.subscription),
  }))
}

const shownDelivery = (row: DeliveryRow) => ({
  ...row,
  time_started: row.time_created,
  attempts: row.attempt_log.map(({ result, reason, time_sent }, index) => ({
    attempt: index + 1,
    result: result === 'succeeded' ? ('succeeded' as const) : ('failed' as const),
    reason: reason ?? null,
    time_sent,
  })),
})

export const emailReceiver = {
  async email_receiver_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const rows = ctx.db.selectFrom('alert_receiver').selectAll().where('kind', '=', 'email')
    const { items, next_page } = await page(query, rows, 'alert_receiver')
    return { items: await shown(ctx.db, items), next_page }
  },

  async email_receiver_create(ctx, { body }) {
    assertFleet(ctx, 'admin')
    ctx.subject({ name: body.name }, FLEET)
    await assertRoomFor(ctx, 'email')
    const place = { kind: 'email' as const, endpoint: body.address, is_digest: body.digest }
    const insert = ctx.db.insertInto('alert_receiver').values({ ...newIdentity(ctx, body), ...place })
    const row = await uniquely('email-receiver', body.name, insert.returningAll().executeTakeFirstOrThrow())
    ctx.subject(row, FLEET)
    await subscribe(ctx, row.id, body.subscriptions)
    const [receiver] = await shown(ctx.db, [row])
    return receiver!
  },

  async email_receiver_view(ctx, { path }) {
    const [receiver] = await shown(ctx.db, [await findReceiver(ctx, path.receiver, 'email', 'viewer')])
    return receiver!
  },

  async email_receiver_update(ctx, { path, body }) {
    const row = ctx.subject(await findReceiver(ctx, path.receiver, 'email', 'admin'), FLEET)
    const changes = { endpoint: body.address ?? row.endpoint, is_digest: body.digest ?? row.is_digest }
    const updated = await updateIdentity(ctx, 'alert_receiver', 'email-receiver', row, body, changes)
    if (body.subscriptions) {
      await ctx.db.deleteFrom('alert_receiver_subscription').where('alert_receiver_id', '=', row.id).execute()
      await subscribe(ctx, row.id, body.subscriptions)
    }
    const [receiver] = await shown(ctx.db, [updated])
    return receiver!
  },

  async email_receiver_delete(ctx, { path }) {
    const { id } = ctx.subject(await findReceiver(ctx, path.receiver, 'email', 'admin'), FLEET)
    await ctx.db.deleteFrom('alert_receiver').where('id', '=', id).execute()
  },

  email_receiver_probe: {
    /** Sends before it writes: the server may take long to answer. */
    async outside(ctx, { path }) {
      const receiver = await findReceiver(ctx, path.receiver, 'email', 'admin')
      return shownDelivery((await probeReceiver(ctx, receiver)).delivery)
    },
  },

  async email_delivery_list(ctx, { path, query }) {
    const receiver = await findReceiver(ctx, path.receiver, 'email', 'viewer')
    const { items, next_page } = await deliveriesOf(ctx, receiver, query)
    return { items: items.map(shownDelivery), next_page }
  },

  async email_delivery_resend(ctx, { path }) {
    const receiver = ctx.subject(await findReceiver(ctx, path.receiver, 'email', 'admin'), FLEET)
    return shownDelivery(await resend(ctx, receiver, path.alert_id))
  },
} satisfies Handlers<keyof typeof operations>
