// One attempt to send alerts to a receiver, and how it is recorded. Sending happens outside of any transaction.
import type { RowOf, Tx } from '../db/database.ts'
import type { AlertAttempt } from '../db/tables/alerts/alert.ts'
import type { Host } from '../frame/context.ts'
import { append, outcomeOf } from '../frame/events.ts'
import { installationName } from '../frame/installation-name.ts'
import type { AlertSender } from '../frame/ports/sending.ts'
import { CannotOpen, purposeOf } from '../frame/sealer.ts'
import type { ReceiverRow } from './find-receiver.ts'
import { emailText, webhookRequest, type Outgoing, type Site } from './message.ts'
import { smtpServer } from './smtp-settings.ts'

const HOUR_MS = 3_600_000
/** An alert that could not be delivered for this long is marked as failed, and the next one gets its turn. */
export const MAX_AGE_MS = 24 * HOUR_MS
const FIRST_RETRY_MS = 10_000
const LONGEST_RETRY_MS = 900_000

export const DIGEST_INTERVAL_MS = HOUR_MS

/** When an alert that is due can be sent: a digest also waits for the hour after the last one. */
export function nextDigest(
  { is_digest, time_last_sent }: Pick<ReceiverRow, 'is_digest' | 'time_last_sent'>,
  due: string,
): string {
  if (!is_digest || time_last_sent === null) return due
  const free = new Date(Date.parse(time_last_sent) + DIGEST_INTERVAL_MS).toISOString()
  return free > due ? free : due
}

/** After this many failures. Doubles from ten seconds to a quarter of an hour. */
export const retryDelay = (failures: number) =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20))

/** Several alerts at once only by e-mail. */
export async function attemptDelivery(
  host: Host,
  sender: AlertSender,
  receiver: ReceiverRow,
  alerts: readonly Outgoing[],
): Promise<AlertAttempt> {
  const time_sent = host.clock.now().toISOString()
  const sending =
    receiver.kind === 'webhook'
      ? post(host, sender, receiver, alerts[0]!, time_sent)
      : mail(host, sender, receiver, alerts)
  return { time_sent, ...(await sending.catch(withoutSecret)) }
}

/** After the loss of the secret key, until the secret is entered again. */
function withoutSecret(error: unknown): Attempt {
  if (!(error instanceof CannotOpen)) throw error
  return { result: 'failed_unreachable', reason: error.message }
}

const siteOf = async ({ db, suffix }: Host): Promise<Site> => ({
  suffix,
  installation: await installationName(db.read),
})

type Attempt = Omit<AlertAttempt, 'time_sent'>

async function post(
  host: Host,
  sender: AlertSender,
  { id, endpoint: url }: ReceiverRow,
  alert: Outgoing,
  now: string,
): Promise<Attempt> {
  const sealed = await host.db.read
    .selectFrom('webhook_secret')
    .select(['id', 'secret'])
    .where('alert_receiver_id', '=', id)
    .orderBy('id')
    .execute()
  const secrets: { id: string; secret: string }[] = []
  for (const { id: secretId, secret } of sealed)
    secrets.push({ id: secretId, secret: await host.sealer.open(secret, purposeOf('webhook_secret.secret', secretId)) })
  const sent = await sender.post({ url, ...(await webhookRequest(alert, id, secrets, now, await siteOf(host))) })
  if ('failure' in sent) return { result: `failed_${sent.failure}`, reason: sent.reason }
  const isAccepted = sent.status >= 200 && sent.status < 300
  return { result: isAccepted ? 'succeeded' : 'failed_http_error', ...sent }
}

async function mail(
  host: Host,
  sender: AlertSender,
  { kind, endpoint: to }: ReceiverRow,
  alerts: readonly Outgoing[],
): Promise<Attempt> {
  const server = await smtpServer(host)
  if (!server) return { result: 'failed_unreachable', reason: 'no SMTP server is set up' }
  const sent = await sender.mail(server, {
    to,
    id: alerts[0]!.id,
    ...emailText(alerts, kind === 'member', await siteOf(host)),
  })
  return sent ? { result: `failed_${sent.failure}`, reason: sent.reason } : { result: 'succeeded' }
}

/** What an attempt makes of a delivery. Probes are never repeated. */
export function afterAttempt(
  { trigger, time_created, attempt_log }: Pick<RowOf<'alert_delivery'>, 'trigger' | 'time_created' | 'attempt_log'>,
  attempt: AlertAttempt,
  now: number,
): Pick<RowOf<'alert_delivery'>, 'state' | 'attempt_log' | 'time_due'> {
  const log = [...attempt_log, attempt]
  const isOver = trigger === 'probe' || now - Date.parse(time_created) >= MAX_AGE_MS
  const state = attempt.result === 'succeeded' ? 'delivered' : isOver ? 'failed' : 'pending'
  return { state, attempt_log: log, time_due: new Date(now + retryDelay(log.length)).toISOString() }
}

/** Records an attempt, unless the receiver was deleted meanwhile. */
export function recordAttempt(
  host: Host,
  receiver: ReceiverRow,
  deliveries: readonly { id: string }[],
  attempt: AlertAttempt,
): Promise<void> {
  return host.db.transaction(async (tx) => {
    const now = host.clock.now()
    for (const { id } of deliveries) {
      const row = await tx.selectFrom('alert_delivery').selectAll().where('id', '=', id).executeTakeFirst()
      if (row?.state !== 'pending') continue
      const changes = afterAttempt(row, attempt, now.getTime())
      await tx.updateTable('alert_delivery').set(changes).where('id', '=', id).execute()
    }
    if (receiver.kind !== 'webhook' && attempt.result === 'succeeded') await noteMail(tx, receiver, now.toISOString())
    await tellFleet(host, tx, receiver, now.toISOString())
  })
}

const noteMail = (tx: Tx, { id }: ReceiverRow, time_last_sent: string) =>
  tx.updateTable('alert_receiver').set({ time_last_sent }).where('id', '=', id).execute()

/** Updates the pages of operators. Members have no page about deliveries. */
async function tellFleet(host: Host, tx: Tx, { id, name, kind }: ReceiverRow, now: string): Promise<void> {
  if (kind === 'member') return
  const noun = kind === 'webhook' ? 'alert_delivery' : 'email_receiver'
  await append(host, tx, outcomeOf(now, noun, { id, name, silo_id: null, project_id: null }))
}
