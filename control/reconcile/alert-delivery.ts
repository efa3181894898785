// Sends alerts. Each receiver has a queue: its oldest alert is retried until it is delivered or a day old, and the others wait for it.
// Resends have a lane of their own. May crash anywhere: what was sent but not recorded is sent again, with the same delivery ID.
import type { Host } from '../frame/context.ts'
import { mayReceive } from '../alert/alert-subscription.ts'
import type { ReceiverRow } from '../alert/find-receiver.ts'
import type { Outgoing } from '../alert/message.ts'
import { makeTroubles, problemOf } from '../frame/troubles.ts'
import { attemptDelivery, DIGEST_INTERVAL_MS, recordAttempt } from '../alert/send.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 2_000
/** Shorter than a lease: a replica that has lost it stops sending before another one starts. */
const MAX_STEP_AGE_MS = 10_000
/** E-mails under way at a time, because they all go to one server. Webhooks have no limit, so that none waits for another. */
const MAX_MAILS = 8
/** Alerts per digest. */
const MAX_DIGEST = 100

type Lane = 'alert' | 'resend'

export function alertDeliveryLoop(host: Host, notify: () => void): Loop {
  const { alertSender: sender, db, clock } = host
  /** The lanes being worked on. */
  const busy = new Set<string>()
  const troubles = makeTroubles(clock)
  let mails = 0
  let lastStep = -Infinity
  const now = () => clock.now().toISOString()
  const isOurTurn = () => clock.now().getTime() - lastStep < MAX_STEP_AGE_MS

  async function step(): Promise<void> {
    if (!sender) return
    lastStep = clock.now().getTime()
    await forgetDeleted()
    for (const { id, kind } of await dueQueues()) start(id, 'alert', kind !== 'webhook')
    for (const { id, kind } of await dueResends()) start(id, 'resend', kind !== 'webhook')
  }

  async function forgetDeleted(): Promise<void> {
    if (troubles.all().length === 0) return
    const ids = new Set((await db.read.selectFrom('alert_receiver').select('id').execute()).map(({ id }) => id))
    troubles.keep((key) => ids.has(key.split(' ')[0]!))
  }

  const pending = () =>
    db.read
      .selectFrom('alert_delivery')
      .innerJoin('alert_receiver', 'alert_receiver.id', 'alert_receiver_id')
      .select(['alert_receiver.id', 'kind'])
      .where('state', '=', 'pending')
      .where('time_due', '<=', now())

  const digestsBefore = () => new Date(clock.now().getTime() - DIGEST_INTERVAL_MS).toISOString()

  /** Receivers whose oldest alert is due. */
  const dueQueues = () =>
    pending()
      .where('seq', 'in', (from) =>
        from
          .selectFrom('alert_delivery as queued')
          .select((is) => is.fn.min('queued.seq').as('seq'))
          .where('queued.state', '=', 'pending')
          .where('queued.trigger', '=', 'alert')
          .groupBy('queued.alert_receiver_id'),
      )
      .where((is) =>
        is.or([
          is('is_digest', '=', false),
          is('time_last_sent', 'is', null),
          is('time_last_sent', '<=', digestsBefore()),
        ]),
      )
      .execute()

  const dueResends = () => pending().where('trigger', '!=', 'alert').distinct().execute()

  /** Does not wait for it: a slow receiver must not delay the others. */
  function start(id: string, lane: Lane, isMail: boolean): void {
    const key = `${id} ${lane}`
    if (busy.has(key) || (isMail && mails >= MAX_MAILS)) return
    busy.add(key)
    if (isMail) mails++
    drain(id, lane)
      .then(() => troubles.pass(key))
      .catch((error: unknown) => {
        troubles.fail(key, `receiver ${id}: ${problemOf(error)}`)
        host.log.warn('alerts could not be sent', { receiver: id, error: String(error) })
      })
      .finally(() => {
        busy.delete(key)
        if (isMail) mails--
      })
  }

  /** Until nothing is due. */
  async function drain(id: string, lane: Lane): Promise<void> {
    while (isOurTurn()) {
      const receiver = await db.read.selectFrom('alert_receiver').selectAll().where('id', '=', id).executeTakeFirst()
      if (!receiver) return
      if (receiver.kind === 'member' && !(await mayReceive(db.read, receiver, now()))) return drop(receiver)
      const batch = await nextBatch(receiver, lane)
      if (batch.length === 0) return
      const attempt = await attemptDelivery(host, sender!, receiver, batch)
      await recordAttempt(host, receiver, batch, attempt)
      if (attempt.result !== 'succeeded')
        host.log.warn('an alert was not delivered', { receiver: id, delivery: batch[0]!.id, ...attempt })
      notify()
    }
  }

  async function nextBatch(receiver: ReceiverRow, lane: Lane): Promise<Outgoing[]> {
    const isDigest = receiver.is_digest && lane === 'alert'
    if (isDigest && receiver.time_last_sent !== null && receiver.time_last_sent > digestsBefore()) return []
    const rows = db.read
      .selectFrom('alert_delivery')
      .innerJoin('alert', 'alert.id', 'alert_id')
      .select(['alert_delivery.id', 'trigger', 'notice', 'time_due', 'alert_id', 'alert.time_created'])
      .select(['alert_class', 'payload', 'private_payload', 'time_resolved'])
      .where('alert_receiver_id', '=', receiver.id)
      .where('state', '=', 'pending')
      .orderBy('seq')
      .limit(isDigest ? MAX_DIGEST : 1)
    // a resend that has to wait does not hold up the next one, but an alert does
    const found = await (
      lane === 'alert'
        ? rows.where('trigger', '=', 'alert')
        : rows.where('trigger', '!=', 'alert').where('time_due', '<=', now())
    ).execute()
    if (found[0] === undefined || found[0].time_due > now()) return []
    return found.map(({ id, trigger, notice, alert_id, ...alert }) => ({
      id,
      trigger,
      notice,
      alert: { ...alert, id: alert_id },
    }))
  }

  /** The owner has lost the role, or the address is not confirmed, so these must not be sent. */
  async function drop({ id }: ReceiverRow): Promise<void> {
    await db.transaction((tx) =>
      tx.deleteFrom('alert_delivery').where('alert_receiver_id', '=', id).where('state', '=', 'pending').execute(),
    )
  }

  return { name: 'alert-delivery', every: INTERVAL_MS, step, troubles }
}
