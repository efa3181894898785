// Probes and resends: deliveries that somebody asked for. They do not wait for the queue.
import { PROBE_CLASS } from '#contract/alert-classes.ts'
import type { RowOf } from '../db/database.ts'
import type { Ctx } from '../frame/context.ts'
import { FLEET } from '../frame/subject.ts'
import type { ReceiverRow } from './find-receiver.ts'
import { afterAttempt, attemptDelivery } from './send.ts'
import { senderOf } from './sender-of.ts'

/** Every probe is about this alert. */
export const PROBE_ALERT_ID = '70726f62-6500-4000-8000-000000000001'
/** One probe resends this many alerts at most. */
const MAX_RESENDS = 1000

export type DeliveryRow = RowOf<'alert_delivery'> & { alert_class: string }

const newDelivery = (ctx: Ctx, alert_receiver_id: string, alert_id: string) => ({
  id: ctx.host.random.uuid(),
  alert_id,
  alert_receiver_id,
  notice: 'raised' as const,
  state: 'pending' as const,
  attempt_log: [],
  time_created: ctx.now,
  time_due: ctx.now,
})

/** Sends a test alert once. With `resend`, a receiver that accepts it gets everything that failed before. */
export async function probeReceiver(
  ctx: Ctx,
  receiver: ReceiverRow,
  { resend = false } = {},
): Promise<{ delivery: DeliveryRow; resends: number | null }> {
  ctx.subject(receiver, FLEET)
  const sender = senderOf(ctx)
  const base = { ...newDelivery(ctx, receiver.id, PROBE_ALERT_ID), trigger: 'probe' as const }
  const alert = {
    id: PROBE_ALERT_ID,
    alert_class: PROBE_CLASS,
    payload: {},
    private_payload: {},
    time_created: ctx.now,
    time_resolved: null,
  }
  const attempt = await attemptDelivery(ctx.host, sender, receiver, [{ ...base, alert }])
  return ctx.write(async (inside) => {
    inside.subject(receiver, FLEET)
    const probes = inside.db.insertInto('alert').values({ ...alert, topic: PROBE_CLASS })
    await probes.onConflict((there) => there.doNothing()).execute()
    const row = { ...base, ...afterAttempt(base, attempt, Date.parse(ctx.now)) }
    const made = await inside.db.insertInto('alert_delivery').values(row).returningAll().executeTakeFirstOrThrow()
    const resends = resend && row.state === 'delivered' ? await resendFailed(inside, receiver) : null
    return { delivery: { ...made, alert_class: PROBE_CLASS }, resends }
  })
}

/** Oldest first. Alerts that were delivered after all, or are about to be, are left out. */
async function resendFailed(ctx: Ctx, { id }: ReceiverRow): Promise<number> {
  const failed = await ctx.db
    .selectFrom('alert_delivery')
    .select('alert_id')
    .where('alert_receiver_id', '=', id)
    .where('state', '=', 'failed')
    .where('trigger', '!=', 'probe')
    .where('alert_id', 'not in', (from) =>
      from
        .selectFrom('alert_delivery as other')
        .select('other.alert_id')
        .where('other.alert_receiver_id', '=', id)
        .where('other.state', '!=', 'failed'),
    )
    .orderBy('seq')
    .limit(MAX_RESENDS)
    .execute()
  const alerts = [...new Set(failed.map((row) => row.alert_id))]
  for (const alert of alerts) await queueResend(ctx, id, alert)
  return alerts.length
}

/** Says how the alert is now, not how it was. */
export async function queueResend(ctx: Ctx, receiver: string, alert: string) {
  const now = ctx.db.selectFrom('alert').select('time_resolved').where('id', '=', alert)
  const { time_resolved } = await now.executeTakeFirstOrThrow()
  const notice = time_resolved ? ('resolved' as const) : ('raised' as const)
  const row = { ...newDelivery(ctx, receiver, alert), trigger: 'resend' as const, notice }
  ctx.poke('alert-delivery')
  return ctx.db.insertInto('alert_delivery').values(row).returningAll().executeTakeFirstOrThrow()
}
